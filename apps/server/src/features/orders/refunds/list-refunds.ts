/**
 * Lists refunds for finance, with their orders, buyers, and how much of the books was read; requested refunds oldest first, others newest
 * first.
 */
import { pageOf } from '../../../platform/http/cursor.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { findBuyers } from '../buyers.ts';
import type { OrderOperationDependencies } from '../order-dependencies.ts';
import { limitToScope } from '../scoped-orders.ts';
import { listOrdersByNo } from '../store.ts';
import { viewOrder, viewRefund } from '../view.ts';
import { countRefunds, listRefundRows } from './refund-store.ts';
import { readShareOfOrder } from './refundable-order.ts';

export const listRefunds: UseCase<'listRefunds', OrderOperationDependencies> = async (
  deps,
  { accessScope: scope },
  { status, cursor, limit },
) => {
  const { orm } = deps.db;
  const found = await listRefundRows(orm, { status, scope, after: cursor, limit: limit + 1 });
  const { items, next } = pageOf(found, limit, (refund) => refund.id);
  const ofRefunds = await listOrdersByNo(
    orm,
    items.map((refund) => refund.orderNo),
  );
  const orders = new Map((await limitToScope(orm, ofRefunds, scope)).map(({ order }) => [order.no, order]));
  const buyerOf = await findBuyers(
    deps,
    [...orders.values()].map((order) => order.userId),
  );
  const listed = await Promise.all(
    items.map(async (refund) => {
      const order = orders.get(refund.orderNo);
      if (order === undefined) return [];
      const { channel, askedAt } = refund;
      const readShare = refund.status === 'requested' ? await readShareOfOrder(deps, order, refund.bookIds) : undefined;
      return [
        {
          refund: viewRefund(refund),
          order: viewOrder(order),
          buyer: buyerOf(order.userId),
          channel,
          ...(readShare === undefined ? {} : { readShare }),
          ...(askedAt === undefined ? {} : { askedAt }),
        },
      ];
    }),
  );
  return { items: listed.flat(), ...(next === undefined ? {} : { next }), counts: await countRefunds(orm, scope) };
};
