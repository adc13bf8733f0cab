/** Approves or rejects a requested refund, or retries a failed one. Throws `orders.refundNotFound`, `orders.refundDecided`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { notifyUser } from '../../notification/notifications.ts';
import { type OrderDependencies, publishOrderChange, RECONCILE_ORDER_JOB } from '../order-dependencies.ts';
import { lockOrder, markRefunding, markRefundOver } from '../store.ts';
import { viewRefund } from '../view.ts';
import { remainderOf } from './refund-rule.ts';
import { decideRefundRow, isRefundLive, lockRefund } from './refund-store.ts';

export const decideRefund: UseCase<'decideRefund', OrderDependencies> = async (deps, caller, { id, decision, reply }) => {
  const operator = operatorOf(caller);
  const isApproved = decision === 'approve';
  const now = deps.clock.now();
  const { refund, userId } = await deps.db.transaction(async (tx) => {
    const before = await lockRefund(tx, id);
    const order = before && (await lockOrder(tx, before.orderNo));
    if (before === undefined || order === undefined) throw new CodedError('orders.refundNotFound');
    const decidable = isApproved ? ['requested', 'failed'] : ['requested'];
    if (!decidable.includes(before.status)) throw new CodedError('orders.refundDecided');
    // A failed refund cannot be retried if another part of the order was refunded, or another refund was started, in the meantime.
    const isOfOrder = before.channelTxn === order.channelTxn;
    if (before.status === 'failed' && ((await isRefundLive(tx, before)) || (isOfOrder && before.amountFen > remainderOf(order))))
      throw new CodedError('orders.refundDecided');
    await decideRefundRow(tx, id, { status: isApproved ? 'approved' : 'rejected', reply, decidedBy: operator.userId, now });
    const target = { kind: 'refund', id, name: before.orderNo } as const;
    const facts = { before: { status: before.status }, after: { amountFen: before.amountFen }, reason: reply };
    await recordAuditEvent(tx, operator, { action: isApproved ? 'refund.approve' : 'refund.reject', target, ...facts }, now);
    if (isApproved) {
      if (before.status === 'failed' && isOfOrder) await markRefunding(tx, order.no, 'fulfilled');
      await deps.jobs.send(RECONCILE_ORDER_JOB, { id: order.no }, { tx });
    } else await markRefundOver(tx, order.no);
    const kind = isApproved ? 'refundApproved' : 'refundRejected';
    await notifyUser(tx, order.userId, { kind, subject: { id: order.no, name: order.no } }, now);
    const after = await lockRefund(tx, id);
    return { refund: after ?? before, userId: order.userId };
  });
  await publishOrderChange(deps, userId, refund.orderNo);
  return { payload: { refund: viewRefund(refund) }, say: isApproved ? '已同意退款，正在退回' : '已驳回退款申请' };
};
