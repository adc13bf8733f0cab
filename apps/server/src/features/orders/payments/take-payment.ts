/** Records payments that a payment provider reports, once each, and fulfills paid orders. Reports may be repeated, late or out of order. */
import { newId, type PaymentChannel, type Refund } from '@shufang/contract';
import type { PaymentFact } from '../../../gateways/payment/payment-gateway.ts';
import type { Transaction } from '../../../platform/database.ts';
import { findBook } from '../../catalog/find-books.ts';
import { grantBoughtBook, hasBoughtForGood, lockPurchasesOf } from '../../entitlement/grant-bought-book.ts';
import { type OrderDependencies, publishOrderChange, RECONCILE_ORDER_JOB } from '../order-dependencies.ts';
import type { OrderRecord } from '../order-record.ts';
import { isForSale } from '../prices/price.ts';
import { saleStateOf } from '../prices/sale-window.ts';
import { findActiveSku } from '../prices/sku-store.ts';
import { insertRefund } from '../refunds/refund-store.ts';
import { appendEvent, findAttempt, findOrder, lockOrder, markFulfilled, markPaid, markRefunding, setAttemptState } from '../store.ts';

export interface PaymentSource {
  readonly type: 'notify' | 'query';
  /** The payment provider's id of the notification. */
  readonly notifyId?: string;
}

/**
 * `recorded`: a new payment; `repeated`: recorded before; `unknown`: the reported trade or its amount is not known here, so an operator
 * must check it.
 */
export type PaymentOutcome = 'recorded' | 'repeated' | 'unknown';

type Payment = PaymentFact & { readonly txn: string; readonly amountFen: number };

const isPayment = (fact: PaymentFact): fact is Payment => fact.state === 'paid' && fact.txn !== undefined && fact.amountFen !== undefined;

/** Refunds a second payment of a paid order automatically. */
const refundDuplicate = async (
  tx: Transaction,
  order: OrderRecord,
  channel: PaymentChannel,
  payment: Payment,
  now: number,
): Promise<void> => {
  await insertRefund(tx, {
    id: newId(now),
    orderNo: order.no,
    cause: 'duplicate',
    channel,
    tradeNo: payment.tradeNo,
    channelTxn: payment.txn,
    amountFen: payment.amountFen,
    bookIds: [],
    reason: '',
    status: 'approved',
    requestedAt: now,
    decidedAt: now,
  });
};

const record = (
  deps: OrderDependencies,
  orderNo: string,
  channel: PaymentChannel,
  payment: Payment,
  source: PaymentSource,
): Promise<PaymentOutcome> => {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderNo);
    if (order === undefined) return 'unknown';
    const isRepeated = order.channel === channel && order.channelTxn === payment.txn;
    if (isRepeated && source.type === 'query') return 'repeated';
    const event = {
      id: newId(now),
      orderNo,
      channel,
      type: source.type,
      notifyId: source.notifyId,
      raw: payment.raw,
      verified: true,
      at: now,
    };
    if (!(await appendEvent(tx, event)) || isRepeated) return 'repeated';
    if (payment.amountFen !== order.payFen) {
      deps.log.error(
        { orderNo, channel, paidFen: payment.amountFen, orderFen: order.payFen },
        'a payment of another amount than the order',
      );
      return 'unknown';
    }
    await setAttemptState(tx, payment.tradeNo, 'paid');
    // The time of payment is limited to the period from the order to now, because the payment provider's clock has whole seconds and can
    // differ from the server's.
    const paidAt = Math.max(order.createdAt, Math.min(payment.paidAt ?? now, now));
    const isFirst = await markPaid(tx, orderNo, { channel, txn: payment.txn, tradeNo: payment.tradeNo, paidAt });
    if (!isFirst) await refundDuplicate(tx, order, channel, payment, now);
    await deps.jobs.send(RECONCILE_ORDER_JOB, { id: orderNo }, { tx, singletonKey: orderNo });
    return 'recorded';
  });
};

type Obstacle = Extract<Refund['cause'], 'duplicate' | 'late' | 'removed'>;

/**
 * Returns why a book of a paid order cannot be granted: another order bought it, an authority ordered its removal, or the order had been
 * closed and the book is not for sale any more. Undefined if the book can be granted.
 */
const obstacleTo = async (
  tx: Transaction,
  order: OrderRecord,
  { bookId, renewal }: OrderRecord['items'][number],
  now: number,
): Promise<Obstacle | undefined> => {
  if (await hasBoughtForGood(tx, order.userId, bookId)) return 'duplicate';
  const book = await findBook(tx, bookId);
  if (book?.removalNotice !== undefined) return 'removed';
  if (order.closedAt === undefined) return undefined;
  if (book === undefined || !isForSale(book)) return 'late';
  if (renewal === true) return undefined;
  const sku = await findActiveSku(tx, order.bundle === undefined ? { bookId } : { collectionId: order.bundle.collectionId });
  return sku !== undefined && saleStateOf(sku, now) !== undefined ? 'late' : undefined;
};

/**
 * Grants the books of a paid order, in one transaction with its status. Books that cannot be granted are refunded automatically. Returns
 * false if the order is not paid or was fulfilled before.
 */
export const fulfillOrder = async (deps: OrderDependencies, orderNo: string): Promise<boolean> => {
  const now = deps.clock.now();
  const done = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderNo);
    if (order?.status !== 'paid') return undefined;
    const { userId, channel, channelTxn, tradeNo } = order;
    const refused: OrderRecord['items'][number][] = [];
    let cause: Obstacle = 'duplicate';
    for (const item of order.items.toSorted((a, b) => (a.bookId < b.bookId ? -1 : 1))) {
      await lockPurchasesOf(tx, userId, item.bookId);
      const obstacle = await obstacleTo(tx, order, item, now);
      if (obstacle === undefined) {
        await grantBoughtBook(tx, { userId, bookId: item.bookId, orderNo, termDays: item.termDays, renews: item.renewal }, now);
        continue;
      }
      refused.push(item);
      cause = obstacle;
    }
    const isWhole = refused.length === order.items.length;
    if (!isWhole) await markFulfilled(tx, orderNo, now);
    const amountFen = isWhole ? order.payFen : refused.reduce((sum, { payFen }) => sum + payFen, 0);
    if (amountFen === 0) return order;
    if (channel === undefined || channelTxn === undefined || tradeNo === undefined)
      throw new Error(`order ${orderNo} is paid without a payment`);
    await markRefunding(tx, orderNo, isWhole ? 'paid' : 'fulfilled');
    await insertRefund(tx, {
      id: newId(now),
      orderNo,
      cause,
      channel,
      tradeNo,
      channelTxn,
      amountFen,
      bookIds: isWhole ? [] : refused.map(({ bookId }) => bookId),
      reason: '',
      status: 'approved',
      requestedAt: now,
      decidedAt: now,
    });
    await deps.jobs.send(RECONCILE_ORDER_JOB, { id: orderNo }, { tx });
    return order;
  });
  if (done === undefined) return false;
  await publishOrderChange(deps, done.userId, orderNo);
  return true;
};

/** Records a payment and fulfills its order. If the fulfillment fails, the job of the order repeats it. */
export const takePayment = async (
  deps: OrderDependencies,
  channel: PaymentChannel,
  fact: PaymentFact,
  source: PaymentSource,
): Promise<PaymentOutcome> => {
  if (!isPayment(fact)) return 'repeated';
  const attempt = await findAttempt(deps.db.orm, fact.tradeNo);
  if (attempt?.channel !== channel) {
    deps.log.error({ tradeNo: fact.tradeNo, channel }, 'a payment for an unknown trade');
    return 'unknown';
  }
  const outcome = await record(deps, attempt.orderNo, channel, fact, source);
  if (outcome === 'recorded') {
    deps.onPaid(channel, fact.amountFen);
    try {
      await fulfillOrder(deps, attempt.orderNo);
    } catch (error) {
      deps.log.error({ err: error, orderNo: attempt.orderNo }, 'a paid order could not be fulfilled immediately');
      const order = await findOrder(deps.db.orm, attempt.orderNo);
      if (order !== undefined) await publishOrderChange(deps, order.userId, order.no);
    }
  }
  return outcome;
};
