/** Lists the caller's invoice requests, newest first. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { viewInvoice } from '../view.ts';
import { listInvoicesOf } from './invoice-store.ts';

export const listInvoices: UseCase<'listInvoices', Pick<OrderDependencies, 'db'>> = async ({ db }, { reader }) => ({
  items: (await listInvoicesOf(db.orm, reader.userId)).map(viewInvoice),
});
