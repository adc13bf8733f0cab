/** Lists invoice requests for operators, with their buyers and assignees; open ones oldest first, others newest first. */
import { pageOf } from '../../../platform/http/cursor.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { findBuyers } from '../buyers.ts';
import type { OrderOperationDependencies } from '../order-dependencies.ts';
import { viewInvoice } from '../view.ts';
import { countInvoices, listInvoiceRows } from './invoice-store.ts';

export const listInvoiceRequests: UseCase<'listInvoiceRequests', OrderOperationDependencies> = async (
  deps,
  { accessScope: scope, reader },
  { status, cursor, limit },
) => {
  const { orm } = deps.db;
  const found = await listInvoiceRows(orm, { status, scope, after: cursor, limit: limit + 1 });
  const { items, next } = pageOf(found, limit, (invoice) => invoice.id);
  const userOf = await findBuyers(
    deps,
    items.flatMap(({ userId, heldBy }) => (heldBy === undefined ? [userId] : [userId, heldBy])),
  );
  return {
    items: items.map(({ heldBy, ...invoice }) => ({
      invoice: viewInvoice(invoice),
      buyer: userOf(invoice.userId),
      ...(heldBy === undefined ? {} : { holder: { nickname: userOf(heldBy).nickname, isMe: heldBy === reader.userId } }),
    })),
    ...(next === undefined ? {} : { next }),
    counts: await countInvoices(orm, scope),
  };
};
