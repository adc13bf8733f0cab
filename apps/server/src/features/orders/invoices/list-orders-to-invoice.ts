/** Lists the caller's paid orders without an invoice, newest first. */
import { pageOf } from '../../../platform/http/cursor.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import { listInvoiceableOrders } from '../store.ts';
import { viewOrder } from '../view.ts';

export const listOrdersToInvoice: UseCase<'listOrdersToInvoice', Pick<OrderDependencies, 'db'>> = async (
  { db },
  { reader },
  { cursor, limit },
) => {
  const found = await listInvoiceableOrders(db.orm, reader.userId, { after: cursor, limit: limit + 1 });
  const { items, next } = pageOf(found, limit, (order) => order.no);
  return { items: items.map((order) => viewOrder(order)), ...(next === undefined ? {} : { next }) };
};
