/** Lists orders for operators, newest first, with their buyers and the totals of all orders that match the filter. */
import { pageOf } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { findBuyers } from './buyers.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';
import { createOrderFilter } from './order-filter.ts';
import { limitToScope } from './scoped-orders.ts';
import { listMatchingOrders, sumOrders } from './store.ts';
import { viewOrder } from './view.ts';

export const listAllOrders: UseCase<'listAllOrders', OrderOperationDependencies> = async (
  deps,
  { accessScope },
  { cursor, limit, ...input },
) => {
  const { orm } = deps.db;
  const filter = await createOrderFilter(deps, input, accessScope);
  const [found, total] = await Promise.all([listMatchingOrders(orm, filter, { after: cursor, limit: limit + 1 }), sumOrders(orm, filter)]);
  const { items, next } = pageOf(found, limit, (order) => order.no);
  const buyerOf = await findBuyers(
    deps,
    items.map((order) => order.userId),
  );
  const visible = await limitToScope(orm, items, accessScope);
  return {
    items: visible.map(({ order }) => ({ order: viewOrder(order), buyer: buyerOf(order.userId) })),
    ...(next === undefined ? {} : { next }),
    total,
  };
};
