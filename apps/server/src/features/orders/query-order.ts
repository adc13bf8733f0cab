/**
 * Queries the payment providers about an order for an operator, immediately. Returns the order. The query is an audit event, also if it
 * fails. Throws `orders.notFound`, `orders.shared`, `orders.channelFailed`.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import type { OrderOperationDependencies } from './order-dependencies.ts';
import { asCodedError } from './payments/payment-error.ts';
import { reconcileOrder } from './reconcile-order.ts';
import { requireWholeOrder } from './scoped-orders.ts';
import { findOrder } from './store.ts';
import { viewOrder } from './view.ts';

export const queryOrder: UseCase<'queryOrder', OrderOperationDependencies> = async (deps, caller, { no }) => {
  await requireWholeOrder(deps.db.orm, no, caller.accessScope);
  const before = await findOrder(deps.db.orm, no);
  if (before === undefined) throw new CodedError('orders.notFound');
  const record = (status: string): Promise<void> =>
    recordAuditEvent(
      deps.db.orm,
      operatorOf(caller),
      { action: 'orders.query', target: { kind: 'order', id: no, name: no }, before: { status: before.status }, after: { status } },
      deps.clock.now(),
    );
  const reconciled = await reconcileOrder(deps, no).catch(async (error: unknown) => {
    await record(before.status);
    throw asCodedError(deps, no, error);
  });
  const after = reconciled ?? before;
  await record(after.status);
  const isSame = before.status === after.status && before.refundedFen === after.refundedFen;
  return { payload: { order: viewOrder(after) }, say: isSame ? '已查询，订单状态没有变化' : '已查询，订单状态已更新' };
};
