/**
 * Refunds an order for finance, without a request of the buyer: either books, whose entitlements end, or an amount. Throws
 * `orders.notFound`, `orders.shared`, `orders.refundRefused`.
 */
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { notifyUser } from '../../notification/notifications.ts';
import { type OrderDependencies, publishOrderChange, RECONCILE_ORDER_JOB } from '../order-dependencies.ts';
import type { RefundRecord } from '../order-record.ts';
import { yuan } from '../prices/bundle.ts';
import { requireScopedRefund } from '../scoped-orders.ts';
import { markRefunding } from '../store.ts';
import { viewRefund } from '../view.ts';
import { amountOfBooks, remainderOf } from './refund-rule.ts';
import { insertRefund } from './refund-store.ts';
import { createRefundRecord, lockRefundableOrder, refuseRefund, requireHeldBooks } from './refundable-order.ts';

export const refundOrder: UseCase<'refundOrder', OrderDependencies> = async (deps, caller, input) => {
  const { no, bookIds, reason } = input;
  const operator = operatorOf(caller);
  const now = deps.clock.now();
  await requireScopedRefund(deps.db.orm, input, caller.accessScope);
  const { refund, userId } = await deps.db.transaction(async (tx) => {
    const order = await lockRefundableOrder(tx, no);
    const books = requireHeldBooks(order, bookIds);
    const remainingFen = remainderOf(order);
    const amountFen = input.amountFen ?? amountOfBooks(order, books);
    if (amountFen > remainingFen) refuseRefund(`最多还可以退 ${yuan(remainingFen)} 元`);
    if (amountFen === 0) refuseRefund('款项已经全部退回');
    const approved: RefundRecord = {
      ...createRefundRecord(order, { cause: 'operator', amountFen, bookIds: [...books], reason, status: 'approved' }, now),
      decidedAt: now,
    };
    if (!(await insertRefund(tx, approved, operator.userId)) || !(await markRefunding(tx, no, 'fulfilled')))
      return refuseRefund('退款正在处理');
    const titles = order.items.filter(({ bookId }) => books.has(bookId)).map(({ title }) => title);
    const target = { kind: 'refund', id: approved.id, name: no } as const;
    await recordAuditEvent(tx, operator, { action: 'refund.make', target, after: { amountFen, books: titles }, reason }, now);
    await notifyUser(tx, order.userId, { kind: 'refundMade', subject: { id: no, name: no } }, now);
    await deps.jobs.send(RECONCILE_ORDER_JOB, { id: no }, { tx });
    return { refund: approved, userId: order.userId };
  });
  await publishOrderChange(deps, userId, no);
  return { payload: { refund: viewRefund(refund) }, say: '已发起退款，正在退回' };
};
