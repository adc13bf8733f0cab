/**
 * Returns the status of an order to a page that waits for its payment. Queries the payment providers, but not at every poll. Throws
 * `orders.notFound`.
 */
import type { UseCase } from '../../platform/http/register.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';
import { requireOwnOrder } from './own-order.ts';
import { queryPlatforms } from './reconcile-order.ts';

export const pollOrder: UseCase<'pollOrder', OrderOperationDependencies> = async (deps, { reader }, { no }) => {
  const { status, expireAt } = await queryPlatforms(deps, await requireOwnOrder(deps, reader.userId, no));
  return { no, status, expireAt, now: deps.clock.now() };
};
