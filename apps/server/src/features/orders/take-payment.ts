/** What follows from money that a platform says it took: once for each payment, whatever is told again, late, or in another order. */
import { newId, type PaymentChannel, type Refund } from '@shufang/contract';
import type { PaymentFact } from '../../gateways/payment/payment-gateway.ts';
import type { Transaction } from '../../platform/database.ts';
import { findBook } from '../catalog/find-books.ts';
import { grantBoughtBook, hasBoughtForGood, lockPurchasesOf } from '../commerce/grant-bought-book.ts';
import { type OrderDependencies, TEND_ORDER_JOB, tellBuyer } from './order-dependencies.ts';
import type { OrderRecord } from './order-record.ts';
import { isForSale } from './price.ts';
import { insertRefund } from './refund-store.ts';
import { saleStateOf } from './sale-window.ts';
import { findActiveSku } from './sku-store.ts';
import { appendEvent, findAttempt, findOrder, lockOrder, markFulfilled, markPaid, markRefunding, setAttemptState } from './store.ts';

export interface PaymentSource {
  readonly type: 'notify' | 'query';
  /** The platform's number of the notification. */
  readonly notifyId?: string;
}

/** `unknown`: no trade of ours, or not the amount that was asked for; somebody must look. */
export type Taken = 'taken' | 'known' | 'unknown';

type Payment = PaymentFact & { readonly txn: string; readonly amountFen: number };

const isPayment = (fact: PaymentFact): fact is Payment => fact.state === 'paid' && fact.txn !== undefined && fact.amountFen !== undefined;

/** Money for an order that was paid already goes back by itself. */
const giveBackSecond = async (
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
    answer: '',
    requestedAt: now,
    decidedAt: now,
    finishedAt: undefined,
  });
};

const record = (
  deps: OrderDependencies,
  orderNo: string,
  channel: PaymentChannel,
  payment: Payment,
  source: PaymentSource,
): Promise<Taken> => {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderNo);
    if (order === undefined) return 'unknown';
    const isKnown = order.channel === channel && order.channelTxn === payment.txn;
    if (isKnown && source.type === 'query') return 'known';
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
    if (!(await appendEvent(tx, event)) || isKnown) return 'known';
    if (payment.amountFen !== order.payFen) {
      deps.log.error({ orderNo, channel, told: payment.amountFen, asked: order.payFen }, 'a payment of another amount than was asked for');
      return 'unknown';
    }
    await setAttemptState(tx, payment.tradeNo, 'paid');
    // The platform's clock counts whole seconds, and is not ours.
    const paidAt = Math.max(order.createdAt, Math.min(payment.paidAt ?? now, now));
    const isFirst = await markPaid(tx, orderNo, { channel, txn: payment.txn, tradeNo: payment.tradeNo, paidAt });
    if (!isFirst) await giveBackSecond(tx, order, channel, payment, now);
    await deps.jobs.send(TEND_ORDER_JOB, { id: orderNo }, { tx, singletonKey: orderNo });
    return 'taken';
  });
};

type Obstacle = Extract<Refund['cause'], 'duplicate' | 'late' | 'removed'>;

/**
 * Why a book of a paid order is not opened: it was bought by another order, was ordered out of reading, or the order had been closed and
 * it is not sold any more.
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
 * Opens the books of a paid order, in one transaction with its state. Money that cannot buy any more goes back by itself: all of it, or
 * the parts of those books of a bundle that were bought otherwise meanwhile, or that nobody may read. False: nothing was to be done.
 */
export const fulfilOrder = async (deps: OrderDependencies, orderNo: string): Promise<boolean> => {
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
    if (channel === undefined || channelTxn === undefined || tradeNo === undefined) throw new Error(`order ${orderNo} is paid by nothing`);
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
      answer: '',
      requestedAt: now,
      decidedAt: now,
      finishedAt: undefined,
    });
    await deps.jobs.send(TEND_ORDER_JOB, { id: orderNo }, { tx });
    return order;
  });
  if (done === undefined) return false;
  await tellBuyer(deps, done.userId, orderNo);
  return true;
};

/** Takes a payment in and opens the book. What fails after the money is recorded is done by the job. */
export const takePayment = async (
  deps: OrderDependencies,
  channel: PaymentChannel,
  fact: PaymentFact,
  source: PaymentSource,
): Promise<Taken> => {
  if (!isPayment(fact)) return 'known';
  const attempt = await findAttempt(deps.db.orm, fact.tradeNo);
  if (attempt?.channel !== channel) {
    deps.log.error({ tradeNo: fact.tradeNo, channel }, 'a payment for a trade that is not ours');
    return 'unknown';
  }
  const taken = await record(deps, attempt.orderNo, channel, fact, source);
  if (taken === 'taken') {
    try {
      await fulfilOrder(deps, attempt.orderNo);
    } catch (error) {
      deps.log.error({ err: error, orderNo: attempt.orderNo }, 'a paid order was not fulfilled at once');
      const order = await findOrder(deps.db.orm, attempt.orderNo);
      if (order !== undefined) await tellBuyer(deps, order.userId, order.no);
    }
  }
  return taken;
};
