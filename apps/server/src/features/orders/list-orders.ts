/** Lists the caller's orders, newest first, with their rights to the books and the number of unpaid orders. */
import { pageOf } from '../../platform/http/cursor.ts';
import type { UseCase } from '../../platform/http/register.ts';
import { findBooks } from '../catalog/find-books.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';
import { countToPay, listOwnOrders } from './store.ts';
import { viewOrder } from './view.ts';

export const listOrders: UseCase<'listOrders', OrderOperationDependencies> = async (deps, caller, { tab, cursor, limit }) => {
  const { userId } = caller.reader;
  const found = await listOwnOrders(deps.db.orm, userId, { tab, after: cursor, limit: limit + 1 });
  const { items, next } = pageOf(found, limit, (order) => order.no);
  const toPay = await countToPay(deps.db.orm, userId, deps.clock.now());
  const withRights = items.filter(({ status }) => status === 'fulfilled' || status === 'partiallyRefunded');
  const bookIds = withRights.flatMap((order) => order.items.map(({ bookId }) => bookId));
  const rights = await deps.rightsOf(caller, await findBooks(deps.db.orm, [...new Set(bookIds)]));
  return {
    items: items.map((order) => viewOrder(order, withRights.includes(order) ? rights : undefined)),
    toPay,
    ...(next === undefined ? {} : { next }),
  };
};
