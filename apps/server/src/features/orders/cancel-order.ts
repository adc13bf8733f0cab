/**
 * Cancels an unpaid order. First closes its trades at the payment providers; an order that was paid meanwhile is fulfilled instead.
 * Returns the order. Throws `orders.notFound`, `orders.notPayable`, `orders.channelFailed` if a provider cannot be reached or a trade
 * stays open.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';
import { requireOwnOrder } from './own-order.ts';
import { asCodedError } from './payments/payment-error.ts';
import { reconcileOrder } from './reconcile-order.ts';
import { viewOrder } from './view.ts';

export const cancelOrder: UseCase<'cancelOrder', OrderOperationDependencies> = async (deps, { reader }, { no }) => {
  const order = await requireOwnOrder(deps, reader.userId, no);
  if (order.status !== 'created') throw new CodedError('orders.notPayable');
  const reconciled = await reconcileOrder(deps, no, { cancel: true }).catch((error: unknown) => {
    throw asCodedError(deps, no, error);
  });
  const after = reconciled ?? order;
  if (after.status === 'created') throw new CodedError('orders.channelFailed');
  return { payload: { order: viewOrder(after) }, say: after.status === 'closed' ? '订单已取消' : '这个订单已经付款，没有取消' };
};
