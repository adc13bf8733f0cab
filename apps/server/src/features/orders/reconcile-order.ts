/**
 * Reconciles an order with the payment providers: queries open trades, closes expired orders, fulfills paid ones and sends approved
 * refunds. Can run at any time, and repeatedly.
 */
import { LIMITS, newId, type Order } from '@shufang/contract';
import { gatewayOf, type OrderDependencies, publishOrderChange, RECONCILE_ORDER_JOB } from './order-dependencies.ts';
import type { OrderRecord, PaymentAttempt } from './order-record.ts';
import { fulfillOrder, takePayment } from './payments/take-payment.ts';
import { listRefundsUnderWay } from './refunds/refund-store.ts';
import { sendMoneyBack } from './refunds/send-money-back.ts';
import {
  appendEvent,
  claimQuery,
  findOrder,
  listOpenAttempts,
  listOrdersToReconcile,
  lockOrder,
  markClosed,
  setAttemptState,
} from './store.ts';

/** Interval at which a payment provider is queried about an open order, in case its notification was lost. */
const JOB_INTERVAL_MS = 120_000;
const JOBS_AT_ONCE = 200;
/** Interval at which the polls of a waiting page query the payment provider: every third poll, because a page polls every two seconds. */
const POLL_INTERVAL_MS = 3 * LIMITS.orderPollMs;

const isPayable = (order: OrderRecord, now: number): boolean => order.status === 'created' && order.expireAt > now;

/**
 * Settles a payment attempt: records its payment, or closes its trade if `closing`. Returns whether the trade was paid or cannot be paid
 * any more. Throws `PlatformError` if the payment provider cannot be reached.
 */
export const settleAttempt = async (deps: OrderDependencies, attempt: PaymentAttempt, closing: boolean): Promise<boolean> => {
  const { tradeNo, orderNo, channel } = attempt;
  const gateway = gatewayOf(deps, channel);
  if (gateway === undefined) {
    deps.log.error({ orderNo, channel }, 'an order waits for a payment platform that is disabled');
    return false;
  }
  const fact = await gateway.query(tradeNo);
  if (fact.state === 'paid') {
    return (await takePayment(deps, channel, fact, { type: 'query' })) !== 'unknown';
  }
  if (fact.state === 'unpaid') {
    if (!closing) return false;
    // The trade is closed explicitly: after its time limit it can no longer be paid, but the payment provider leaves it open.
    await gateway.close(tradeNo);
    await appendEvent(deps.db.orm, {
      id: newId(deps.clock.now()),
      orderNo,
      channel,
      type: 'close',
      notifyId: undefined,
      raw: fact.raw,
      verified: true,
      at: deps.clock.now(),
    });
  }
  await setAttemptState(deps.db.orm, tradeNo, 'closed');
  return true;
};

const closeOrder = (deps: OrderDependencies, no: string, reason: NonNullable<Order['closeReason']>): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, no);
    if (order?.status !== 'created' || (await listOpenAttempts(tx, no)).length > 0) return false;
    return markClosed(tx, no, reason, deps.clock.now());
  });

/**
 * Reconciles an order. Returns it, or undefined if it does not exist. `cancel`: the buyer wants the order closed, although it can still be
 * paid. Throws `PlatformError` if a payment provider cannot be reached.
 */
export const reconcileOrder = async (
  deps: OrderDependencies,
  no: string,
  options: { cancel?: boolean } = {},
): Promise<OrderRecord | undefined> => {
  const before = await findOrder(deps.db.orm, no);
  if (before === undefined) return undefined;
  await claimQuery(deps.db.orm, no, deps.clock.now(), 0);
  const closing = options.cancel === true || !isPayable(before, deps.clock.now());
  for (const attempt of await listOpenAttempts(deps.db.orm, no)) await settleAttempt(deps, attempt, closing);
  await fulfillOrder(deps, no);
  if (closing && before.status === 'created' && (await closeOrder(deps, no, options.cancel === true ? 'user' : 'timeout'))) {
    await publishOrderChange(deps, before.userId, no);
  }
  for (const refund of await listRefundsUnderWay(deps.db.orm, no)) await sendMoneyBack(deps, refund);
  return findOrder(deps.db.orm, no);
};

/**
 * Reconciles an order for a page that waits for its payment, at most once per `intervalMs`. Returns the order, unchanged if a payment
 * provider cannot be reached.
 */
export const queryPlatforms = async (
  deps: OrderDependencies,
  order: OrderRecord,
  intervalMs: number = POLL_INTERVAL_MS,
): Promise<OrderRecord> => {
  if (order.status !== 'paid' && (order.status !== 'created' || (await listOpenAttempts(deps.db.orm, order.no)).length === 0)) return order;
  if (!(await claimQuery(deps.db.orm, order.no, deps.clock.now(), intervalMs))) return order;
  try {
    return (await reconcileOrder(deps, order.no)) ?? order;
  } catch (error) {
    deps.log.warn({ err: error, orderNo: order.no }, 'a payment platform could not be queried');
    return order;
  }
};

/** Sends a job for every order that must be reconciled now. Returns their number. */
export const sendDueOrders = async (deps: OrderDependencies): Promise<number> => {
  const due = await listOrdersToReconcile(deps.db.orm, deps.clock.now(), JOB_INTERVAL_MS, JOBS_AT_ONCE);
  for (const id of due) await deps.jobs.send(RECONCILE_ORDER_JOB, { id }, { singletonKey: id });
  return due.length;
};
