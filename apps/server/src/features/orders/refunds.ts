/** Asking for the money back, and finance's answer. */
import {
  CodedError,
  type decideRefund as decideRefundOperation,
  newId,
  type ParsedInputOf,
  type PaymentChannel,
  type RefundRule,
  type refundOrder as refundOrderOperation,
  type requestRefund as requestRefundOperation,
} from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Transaction } from '../../platform/database.ts';
import { tellPerson } from '../../platform/notices.ts';
import { type OrderDependencies, TEND_ORDER_JOB, tellBuyer } from './order-dependencies.ts';
import type { OrderRecord, RefundRecord } from './order-record.ts';
import { amountOfBooks, heldItemsOf, remainderOf, ruleOnRefund } from './refund-rule.ts';
import { decideRefundRow, insertRefund, isRefundLive, lockRefund } from './refund-store.ts';
import { findOwnOrder, lockOrder, markRefunding, markRefundOver } from './store.ts';

/** Throws `orders.notFound`. */
export const requireOwnOrder = async (deps: Pick<OrderDependencies, 'db'>, userId: string, no: string): Promise<OrderRecord> => {
  const order = await findOwnOrder(deps.db.orm, userId, no);
  if (order === undefined) throw new CodedError('orders.notFound');
  return order;
};

/** How much of each book that is left was read beyond its trial, and since it was renewed. */
const readSharesOf = async (deps: OrderDependencies, order: OrderRecord): Promise<ReadonlyMap<string, number>> =>
  new Map(
    await Promise.all(
      heldItemsOf(order).map(
        async ({ bookId, readBefore = 0 }) => [bookId, Math.max(0, (await deps.readShareOf(order.userId, bookId)) - readBefore)] as const,
      ),
    ),
  );

/** Of these books, or all that are left, the one read most. */
export const readShareOfOrder = async (deps: OrderDependencies, order: OrderRecord, bookIds: readonly string[]): Promise<number> => {
  const shares = await readSharesOf(deps, order);
  return Math.max(0, ...[...shares].flatMap(([id, share]) => (bookIds.length === 0 || bookIds.includes(id) ? [share] : [])));
};

export const refundRuleOf = async (deps: OrderDependencies, order: OrderRecord): Promise<RefundRule> =>
  ruleOnRefund({ order, read: await readSharesOf(deps, order), now: deps.clock.now() });

const refuse = (reason: string): never => {
  throw new CodedError('orders.refundRefused', { reason });
};

interface Paid extends OrderRecord {
  readonly channel: PaymentChannel;
  readonly channelTxn: string;
  readonly tradeNo: string;
}
const isPaid = (order: OrderRecord): order is Paid =>
  order.channel !== undefined && order.channelTxn !== undefined && order.tradeNo !== undefined;

/** Locked, paid, fulfilled, and nothing of it under way. */
const lockRefundable = async (tx: Transaction, no: string): Promise<Paid> => {
  const order = await lockOrder(tx, no);
  if (order === undefined) throw new CodedError('orders.notFound');
  if ((order.status !== 'fulfilled' && order.status !== 'partiallyRefunded') || !isPaid(order))
    return refuse(order.status === 'refunding' ? '退款正在处理' : '订单没有完成，或款项已经退回');
  return order;
};

/** Books of the order that can still be given back. Throws `orders.refundRefused`. */
const requireHeld = (order: OrderRecord, bookIds: readonly string[]): ReadonlySet<string> => {
  const held = new Set(heldItemsOf(order).map(({ bookId }) => bookId));
  if (bookIds.some((bookId) => !held.has(bookId))) refuse('有图书不在这个订单里，或已经退款');
  return new Set(bookIds);
};

const refundOf = (
  order: Paid,
  fields: Pick<RefundRecord, 'cause' | 'amountFen' | 'bookIds' | 'reason' | 'status'>,
  now: number,
): RefundRecord => ({
  id: newId(now),
  orderNo: order.no,
  channel: order.channel,
  tradeNo: order.tradeNo,
  channelTxn: order.channelTxn,
  answer: '',
  requestedAt: now,
  decidedAt: undefined,
  finishedAt: undefined,
  ...fields,
});

/** Throws `orders.notFound`, `orders.refundRefused`. */
export const requestRefund = async (
  deps: OrderDependencies,
  userId: string,
  { no, reason, bookIds }: ParsedInputOf<typeof requestRefundOperation>,
): Promise<{ order: OrderRecord; refund: RefundRecord }> => {
  const known = await requireOwnOrder(deps, userId, no);
  const rule = await refundRuleOf(deps, known);
  const isWhole = bookIds.length === 0 || requireHeld(known, bookIds).size === heldItemsOf(known).length;
  if (isWhole && !rule.eligible) refuse(rule.obstacles.join('；'));
  if (!isWhole) {
    const chosen = rule.items.filter(({ bookId }) => bookIds.includes(bookId));
    if (chosen.length === 0) refuse(rule.obstacles.join('；'));
    for (const { title, obstacle } of chosen) if (obstacle !== undefined) refuse(`《${title}》${obstacle}`);
  }
  const now = deps.clock.now();
  const refund = await deps.db.transaction(async (tx) => {
    const order = await lockRefundable(tx, no);
    const books = isWhole ? new Set<string>() : requireHeld(order, bookIds);
    const amountFen = isWhole ? remainderOf(order) : amountOfBooks(order, books);
    if (amountFen === 0) refuse('款项已经全部退回');
    const asked = refundOf(order, { cause: 'requested', amountFen, bookIds: [...books], reason, status: 'requested' }, now);
    if (!(await insertRefund(tx, asked)) || !(await markRefunding(tx, no, 'fulfilled'))) return refuse('退款正在处理');
    return asked;
  });
  await tellBuyer(deps, userId, no);
  return { order: await requireOwnOrder(deps, userId, no), refund };
};

/** Finance gives money back unasked: for books, whose rights end, or an amount. Throws `orders.notFound`, `orders.refundRefused`. */
export const makeRefund = async (
  deps: OrderDependencies,
  operator: DeskOperator,
  { no, bookIds, amountFen, reason }: ParsedInputOf<typeof refundOrderOperation>,
): Promise<RefundRecord> => {
  const now = deps.clock.now();
  const made = await deps.db.transaction(async (tx) => {
    const order = await lockRefundable(tx, no);
    const books = requireHeld(order, bookIds);
    const left = remainderOf(order);
    const wanted = amountFen ?? amountOfBooks(order, books);
    if (wanted > left) refuse(`最多还可以退 ${(left / 100).toFixed(2)} 元`);
    if (wanted === 0) refuse('款项已经全部退回');
    const refund: RefundRecord = {
      ...refundOf(order, { cause: 'desk', amountFen: wanted, bookIds: [...books], reason, status: 'approved' }, now),
      decidedAt: now,
    };
    if (!(await insertRefund(tx, refund, operator.userId)) || !(await markRefunding(tx, no, 'fulfilled'))) return refuse('退款正在处理');
    const titles = order.items.filter(({ bookId }) => books.has(bookId)).map(({ title }) => title);
    const target = { kind: 'refund', id: refund.id, name: no } as const;
    await recordAct(tx, operator, { act: 'refund.make', target, after: { amountFen: wanted, books: titles }, reason }, now);
    await tellPerson(tx, order.userId, { kind: 'refundMade', subject: { id: no, name: no } }, now);
    await deps.jobs.send(TEND_ORDER_JOB, { id: no }, { tx });
    return { refund, userId: order.userId };
  });
  await tellBuyer(deps, made.userId, no);
  return made.refund;
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
    // Sent again: meanwhile another part may have gone back, or be under way.
    const isOfOrder = refund.channelTxn === order.channelTxn;
    if (refund.status === 'failed' && ((await isRefundLive(tx, refund)) || (isOfOrder && refund.amountFen > remainderOf(order))))
      throw new CodedError('orders.refundDecided');
    await decideRefundRow(tx, id, { status: decision === 'approve' ? 'approved' : 'rejected', answer, decidedBy: operator.userId, now });
    const act = decision === 'approve' ? 'refund.approve' : 'refund.reject';
    const target = { kind: 'refund', id, name: refund.orderNo } as const;
    const facts = { before: { status: refund.status }, after: { amountFen: refund.amountFen }, reason: answer };
    await recordAct(tx, operator, { act, target, ...facts }, now);
    if (decision === 'reject') await markRefundOver(tx, order.no);
    else {
      if (refund.status === 'failed' && isOfOrder) await markRefunding(tx, order.no, 'fulfilled');
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
