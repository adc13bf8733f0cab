/** Brings an order on, whatever it waits for: asks the platforms, closes what is over, opens what is paid, sends money back. May be run at any time. */
import { newId, type Order } from '@shufang/contract';
import { gatewayOf, type OrderDependencies, TEND_ORDER_JOB, tellBuyer } from './order-dependencies.ts';
import type { OrderRecord, PaymentAttempt } from './order-record.ts';
import { listRefundsUnderWay } from './refund-store.ts';
import { sendMoneyBack } from './send-money-back.ts';
import {
  appendEvent,
  claimAsking,
  findOrder,
  listOpenAttempts,
  listOrdersToTend,
  lockOrder,
  markClosed,
  setAttemptState,
} from './store.ts';
import { fulfilOrder, takePayment } from './take-payment.ts';

/** How long an order is left alone before the platform is asked whether its notification got lost. */
const ASK_EVERY_MS = 120_000;
const TENDED_AT_ONCE = 200;

const isPayable = (order: OrderRecord, now: number): boolean => order.status === 'created' && order.expireAt > now;

/** True when nothing can be paid there any more, or was. Throws `PlatformError` when the platform does not say. */
const settleAttempt = async (deps: OrderDependencies, attempt: PaymentAttempt, closing: boolean): Promise<boolean> => {
  const { tradeNo, orderNo, channel } = attempt;
  const gateway = gatewayOf(deps, channel);
  if (gateway === undefined) {
    deps.log.error({ orderNo, channel }, 'an order waits for a payment platform that is switched off');
    return false;
  }
  const fact = await gateway.query(tradeNo);
  if (fact.state === 'paid') {
    const taken = await takePayment(deps, channel, fact, { type: 'query' });
    return taken !== 'unknown';
  }
  if (fact.state === 'unpaid') {
    if (!closing) return false;
    // A time limit there stops the payment but leaves the trade open.
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

/** `cancel`: the person wants it closed, though it could still be paid. Throws `PlatformError` when a platform cannot be asked. */
export const tendOrder = async (
  deps: OrderDependencies,
  no: string,
  options: { cancel?: boolean } = {},
): Promise<OrderRecord | undefined> => {
  const before = await findOrder(deps.db.orm, no);
  if (before === undefined) return undefined;
  await claimAsking(deps.db.orm, no, deps.clock.now(), 0);
  const closing = options.cancel === true || !isPayable(before, deps.clock.now());
  for (const attempt of await listOpenAttempts(deps.db.orm, no)) await settleAttempt(deps, attempt, closing);
  await fulfilOrder(deps, no);
  if (closing && before.status === 'created' && (await closeOrder(deps, no, options.cancel === true ? 'user' : 'timeout'))) {
    await tellBuyer(deps, before.userId, no);
  }
  for (const refund of await listRefundsUnderWay(deps.db.orm, no)) await sendMoneyBack(deps, refund);
  return findOrder(deps.db.orm, no);
};

/** Asks the platforms, but not more often than every `everyMs`: for pages that wait. A platform that is away changes nothing. */
export const askPlatforms = async (deps: OrderDependencies, order: OrderRecord, everyMs: number): Promise<OrderRecord> => {
  if (order.status !== 'paid' && (order.status !== 'created' || (await listOpenAttempts(deps.db.orm, order.no)).length === 0)) return order;
  if (!(await claimAsking(deps.db.orm, order.no, deps.clock.now(), everyMs))) return order;
  try {
    return (await tendOrder(deps, order.no)) ?? order;
  } catch (error) {
    deps.log.warn({ err: error, orderNo: order.no }, 'a payment platform could not be asked');
    return order;
  }
};

/** Sends a job for every order that needs something. Answers how many. */
export const sendDueOrders = async (deps: OrderDependencies): Promise<number> => {
  const due = await listOrdersToTend(deps.db.orm, deps.clock.now(), ASK_EVERY_MS, TENDED_AT_ONCE);
  for (const id of due) await deps.jobs.send(TEND_ORDER_JOB, { id }, { singletonKey: id });
  return due.length;
};
