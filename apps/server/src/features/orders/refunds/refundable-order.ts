/** What of an order can be refunded, and the checks shared by requests of readers and refunds by finance. */
import { CodedError, newId, type PaymentChannel, type RefundRule } from '@shufang/contract';
import type { Transaction } from '../../../platform/database.ts';
import type { OrderDependencies } from '../order-dependencies.ts';
import type { OrderRecord, RefundRecord } from '../order-record.ts';
import { lockOrder } from '../store.ts';
import { applyRefundRule, heldItemsOf } from './refund-rule.ts';

/** Returns how much was read of each book that is not refunded, beyond its trial and since its renewal. */
const readSharesOf = async (deps: OrderDependencies, order: OrderRecord): Promise<ReadonlyMap<string, number>> =>
  new Map(
    await Promise.all(
      heldItemsOf(order).map(
        async ({ bookId, readBefore = 0 }) => [bookId, Math.max(0, (await deps.readShareOf(order.userId, bookId)) - readBefore)] as const,
      ),
    ),
  );

/** Returns the largest read share of these books, or of all books that are not refunded if `bookIds` is empty. */
export const readShareOfOrder = async (deps: OrderDependencies, order: OrderRecord, bookIds: readonly string[]): Promise<number> => {
  const shares = await readSharesOf(deps, order);
  return Math.max(0, ...[...shares].flatMap(([id, share]) => (bookIds.length === 0 || bookIds.includes(id) ? [share] : [])));
};

export const refundRuleOf = async (deps: OrderDependencies, order: OrderRecord): Promise<RefundRule> =>
  applyRefundRule({
    order,
    read: await readSharesOf(deps, order),
    leased: new Set(
      await deps.listLeasedBooks(
        order.userId,
        heldItemsOf(order).map(({ bookId }) => bookId),
      ),
    ),
    now: deps.clock.now(),
  });

/** Refuses a refund: throws `orders.refundRefused` with the reason. */
export const refuseRefund = (reason: string): never => {
  throw new CodedError('orders.refundRefused', { reason });
};

interface PaidOrder extends OrderRecord {
  readonly channel: PaymentChannel;
  readonly channelTxn: string;
  readonly tradeNo: string;
}
const isPaid = (order: OrderRecord): order is PaidOrder =>
  order.channel !== undefined && order.channelTxn !== undefined && order.tradeNo !== undefined;

/** Locks a paid and fulfilled order without a refund in progress. Throws `orders.notFound`, `orders.refundRefused`. */
export const lockRefundableOrder = async (tx: Transaction, no: string): Promise<PaidOrder> => {
  const order = await lockOrder(tx, no);
  if (order === undefined) throw new CodedError('orders.notFound');
  if ((order.status !== 'fulfilled' && order.status !== 'partiallyRefunded') || !isPaid(order))
    return refuseRefund(order.status === 'refunding' ? '退款正在处理' : '订单没有完成，或款项已经退回');
  return order;
};

/** Returns the books of a request as a set, if none of them was refunded. Throws `orders.refundRefused`. */
export const requireHeldBooks = (order: OrderRecord, bookIds: readonly string[]): ReadonlySet<string> => {
  const held = new Set(heldItemsOf(order).map(({ bookId }) => bookId));
  if (bookIds.some((bookId) => !held.has(bookId))) refuseRefund('有图书不在这个订单里，或已经退款');
  return new Set(bookIds);
};

/** Returns a new refund of the order's payment. */
export const createRefundRecord = (
  order: PaidOrder,
  fields: Pick<RefundRecord, 'cause' | 'amountFen' | 'bookIds' | 'reason' | 'status'>,
  now: number,
): RefundRecord => ({
  id: newId(now),
  orderNo: order.no,
  channel: order.channel,
  tradeNo: order.tradeNo,
  channelTxn: order.channelTxn,
  reply: '',
  requestedAt: now,
  decidedAt: undefined,
  finishedAt: undefined,
  ...fields,
});
