/** Asking for the money back, and finance's answer. */
import { CodedError, type decideRefund as decideRefundOperation, newId, type ParsedInputOf, type RefundRule } from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import { tellPerson } from '../../platform/notices.ts';
import { type OrderDependencies, TEND_ORDER_JOB, tellBuyer } from './order-dependencies.ts';
import type { OrderRecord, RefundRecord } from './order-record.ts';
import { ruleOnRefund } from './refund-rule.ts';
import { decideRefundRow, insertRefund, lockRefund } from './refund-store.ts';
import { findOwnOrder, lockOrder, markRefunding, markRefundOver } from './store.ts';

/** Throws `orders.notFound`. */
export const requireOwnOrder = async (deps: Pick<OrderDependencies, 'db'>, userId: string, no: string): Promise<OrderRecord> => {
  const order = await findOwnOrder(deps.db.orm, userId, no);
  if (order === undefined) throw new CodedError('orders.notFound');
  return order;
};

/** Of several books the one read most. */
export const readShareOfOrder = async (deps: OrderDependencies, order: OrderRecord): Promise<number> =>
  Math.max(0, ...(await Promise.all(order.items.map((item) => deps.readShareOf(order.userId, item.bookId)))));

export const refundRuleOf = async (deps: OrderDependencies, order: OrderRecord): Promise<RefundRule> =>
  ruleOnRefund({ order, read: await readShareOfOrder(deps, order), now: deps.clock.now() });

/** Throws `orders.notFound`, `orders.refundRefused`. */
export const requestRefund = async (
  deps: OrderDependencies,
  userId: string,
  { no, reason }: { no: string; reason: string },
): Promise<{ order: OrderRecord; refund: RefundRecord }> => {
  const rule = await refundRuleOf(deps, await requireOwnOrder(deps, userId, no));
  const refuse = (why: string): never => {
    throw new CodedError('orders.refundRefused', { reason: why });
  };
  if (!rule.eligible) refuse(rule.obstacles.join('；'));
  const now = deps.clock.now();
  const refund = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, no);
    const { channel, channelTxn, tradeNo } = order ?? {};
    if (order?.status !== 'fulfilled' || channel === undefined || channelTxn === undefined || tradeNo === undefined)
      return refuse('退款正在处理');
    const asked: RefundRecord = {
      id: newId(now),
      orderNo: no,
      cause: 'requested',
      channel,
      tradeNo,
      channelTxn,
      amountFen: rule.amountFen,
      reason,
      status: 'requested',
      answer: '',
      requestedAt: now,
      decidedAt: undefined,
      finishedAt: undefined,
    };
    if (!(await insertRefund(tx, asked)) || !(await markRefunding(tx, no, 'fulfilled'))) return refuse('退款正在处理');
    return asked;
  });
  await tellBuyer(deps, userId, no);
  return { order: await requireOwnOrder(deps, userId, no), refund };
};

/** Approves or rejects what was asked, or tries again what failed. Throws `orders.refundNotFound`, `orders.refundDecided`. */
export const decideRefund = async (
  deps: OrderDependencies,
  operator: DeskOperator,
  { id, decision, answer }: ParsedInputOf<typeof decideRefundOperation>,
): Promise<RefundRecord> => {
  const now = deps.clock.now();
  const decided = await deps.db.transaction(async (tx) => {
    const refund = await lockRefund(tx, id);
    const order = refund && (await lockOrder(tx, refund.orderNo));
    if (refund === undefined || order === undefined) throw new CodedError('orders.refundNotFound');
    const mayDecide = decision === 'approve' ? ['requested', 'failed'] : ['requested'];
    if (!mayDecide.includes(refund.status)) throw new CodedError('orders.refundDecided');
    await decideRefundRow(tx, id, { status: decision === 'approve' ? 'approved' : 'rejected', answer, decidedBy: operator.userId, now });
    const act = decision === 'approve' ? 'refund.approve' : 'refund.reject';
    const target = { kind: 'refund', id, name: refund.orderNo } as const;
    const facts = { before: { status: refund.status }, after: { amountFen: refund.amountFen }, reason: answer };
    await recordAct(tx, operator, { act, target, ...facts }, now);
    if (decision === 'reject') await markRefundOver(tx, order.no);
    else {
      if (refund.status === 'failed' && refund.channelTxn === order.channelTxn) await markRefunding(tx, order.no, 'fulfilled');
      await deps.jobs.send(TEND_ORDER_JOB, { id: order.no }, { tx });
    }
    const kind = decision === 'approve' ? 'refundApproved' : 'refundRejected';
    await tellPerson(tx, order.userId, { kind, subject: { id: order.no, name: order.no } }, now);
    const latest = await lockRefund(tx, id);
    return { refund: latest ?? refund, userId: order.userId };
  });
  await tellBuyer(deps, decided.userId, decided.refund.orderNo);
  return decided.refund;
};
