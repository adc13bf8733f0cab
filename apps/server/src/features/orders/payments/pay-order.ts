/**
 * Starts the payment of an order at a payment provider in the way that fits the caller's browser, or continues a payment that was started
 * before. Inside WeChat, the payer authorizes first. Throws `orders.notFound`, `orders.notPayable`, `orders.notForSale` for a book that
 * was removed, `orders.channelOff`, `orders.channelFailed`, `orders.payerUnknown`, `request.tooMany`.
 */
import { randomBytes } from 'node:crypto';
import {
  ALIPAY_NOTIFY_PATH,
  type ClientEnvironment,
  CodedError,
  clientEnvironmentOf,
  LIMITS,
  LOCAL_NOTIFY_PATH,
  newId,
  type PaymentChannel,
  type PaymentStart,
  WECHAT_NOTIFY_PATH,
} from '@shufang/contract';
import type { ReaderContext } from '../../../platform/http/call-context.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { findBooks } from '../../catalog/find-books.ts';
import { ORDER_LIMITS } from '../limits.ts';
import { countPerHour, gatewayOf, type OrderDependencies } from '../order-dependencies.ts';
import type { PaymentAttempt } from '../order-record.ts';
import { settleAttempt } from '../reconcile-order.ts';
import {
  appendEvent,
  countAttempts,
  findOrder,
  findOwnOrder,
  insertAttempt,
  listOpenAttempts,
  lockOrder,
  setPayerState,
  takePayerState,
} from '../store.ts';
import { asCodedError } from './payment-error.ts';

const NOTIFY_PATHS: Readonly<Record<PaymentChannel, string>> = {
  wechatNative: WECHAT_NOTIFY_PATH,
  alipayPage: ALIPAY_NOTIFY_PATH,
  local: LOCAL_NOTIFY_PATH,
};

/**
 * Time after its start in which a payment with a redirect can be continued: shorter than the five minutes in which WeChat opens the page of
 * an H5 payment, see https://pay.weixin.qq.com/doc/v3/merchant/4012791834
 */
const REDIRECT_FRESH_MS = 4 * 60_000;

/**
 * Returns whether this session can continue an open payment attempt: the attempt is not bound to another session, and its redirect is not
 * too old.
 */
const isUsable = ({ start, payerSid, createdAt }: PaymentAttempt, sid: string, now: number): boolean =>
  (payerSid === undefined || payerSid === sid) && (start.kind !== 'redirect' || now - createdAt < REDIRECT_FRESH_MS);

/** Returns the URL of the payment page. `returned`: for payers whom the payment provider sends back. */
const payPage = ({ appOrigin }: ReaderContext, no: string, returned = false): string =>
  `${appOrigin}/pay/${no}${returned ? '?returned=1' : ''}`;

/** Starts WeChat's authorization flow, which returns the payer with a code. */
const startAuthorization = async (deps: OrderDependencies, caller: ReaderContext, no: string): Promise<PaymentStart> => {
  if (deps.wechatAccount === undefined) throw new CodedError('orders.channelOff');
  await countPerHour(deps, 'payments', caller.reader.userId, ORDER_LIMITS.paymentsPerUserPerHour);
  const state = randomBytes(16).toString('hex');
  await setPayerState(deps.db.orm, no, { state, sid: caller.reader.sid, endsAt: deps.clock.now() + LIMITS.authorizationLifetimeMs });
  return { kind: 'authorize', url: deps.wechatAccount.payerUrl({ state, returnUrl: payPage(caller, no) }) };
};

/**
 * Returns the openid of the WeChat user who came back from the authorization flow. Throws `orders.payerUnknown`, `orders.channelFailed`,
 * `orders.channelOff`.
 */
const findPayer = async (
  deps: OrderDependencies,
  caller: ReaderContext,
  no: string,
  callback: { code: string; state: string },
): Promise<string> => {
  if (deps.wechatAccount === undefined) throw new CodedError('orders.channelOff');
  const isOurs = await takePayerState(deps.db.orm, no, { state: callback.state, sid: caller.reader.sid, now: deps.clock.now() });
  if (!isOurs) throw new CodedError('orders.payerUnknown');
  return deps.wechatAccount.findOpenid(callback.code).catch((error: unknown) => {
    if (!(error instanceof CodedError)) throw error;
    deps.log.warn({ err: error, orderNo: no }, 'WeChat did not identify the payer');
    throw new CodedError(error.code === 'unavailable' ? 'orders.channelFailed' : 'orders.payerUnknown', {}, { cause: error });
  });
};

export const payOrder: UseCase<'payOrder', OrderDependencies> = async (deps, caller, { no, channel, code, state }) => {
  const gateway = gatewayOf(deps, channel);
  const environment: ClientEnvironment = clientEnvironmentOf(caller.userAgent);
  if (gateway?.offers(environment) !== true) throw new CodedError('orders.channelOff');
  const order = await findOwnOrder(deps.db.orm, caller.reader.userId, no);
  if (order === undefined) throw new CodedError('orders.notFound');
  const now = deps.clock.now();
  if (order.status !== 'created' || order.expireAt <= now) throw new CodedError('orders.notPayable');
  const books = await findBooks(
    deps.db.orm,
    order.items.map(({ bookId }) => bookId),
  );
  // The payment of a removed book would be refunded automatically, so no payment is started.
  if (books.some(({ removalNotice }) => removalNotice !== undefined)) throw new CodedError('orders.notForSale');
  const { expireAt } = order;
  const findOpen = async (): Promise<PaymentAttempt | undefined> =>
    (await listOpenAttempts(deps.db.orm, no)).find((attempt) => attempt.channel === channel && attempt.environment === environment);
  const open = await findOpen();
  if (open !== undefined && isUsable(open, caller.reader.sid, now)) return { start: open.start, expireAt };

  const needsOpenid = gateway.needsOpenid(environment);
  if (needsOpenid && (code === undefined || state === undefined)) return { start: await startAuthorization(deps, caller, no), expireAt };
  const openid = needsOpenid ? await findPayer(deps, caller, no, { code: code ?? '', state: state ?? '' }) : undefined;
  if (open !== undefined) {
    const isSettled = await settleAttempt(deps, open, true).catch((error: unknown) => {
      throw asCodedError(deps, no, error);
    });
    if (!isSettled || (await findOrder(deps.db.orm, no))?.status !== 'created') throw new CodedError('orders.notPayable');
  }

  await countPerHour(deps, 'payments', caller.reader.userId, ORDER_LIMITS.paymentsPerUserPerHour);
  // A trade that was closed at the payment provider cannot be opened again, so each attempt has its own number.
  const tradeNo = `${no}_${newId(now).slice(-4)}${await countAttempts(deps.db.orm, no)}`;
  const payment = {
    tradeNo,
    amountFen: order.payFen,
    subject: order.items.map((item) => `《${item.title}》`).join('、'),
    expireAt,
    notifyUrl: deps.publicUrl + NOTIFY_PATHS[channel],
    environment,
    returnUrl: environment === 'desktop' ? `${deps.publicUrl}/pay/${no}` : payPage(caller, no, true),
    quitUrl: payPage(caller, no),
    payerAddress: caller.address,
    openid,
  };
  const start = await gateway.begin(payment).catch((error: unknown) => {
    throw asCodedError(deps, no, error);
  });
  const payerSid = needsOpenid ? caller.reader.sid : undefined;
  const attempt = { tradeNo, orderNo: no, channel, environment, payerSid, start, state: 'open' } as const;
  const isStored = await deps.db.transaction(async (tx) => {
    const latest = await lockOrder(tx, no);
    if (latest?.status !== 'created') return false;
    if (!(await insertAttempt(tx, attempt, now))) return false;
    const raw = { tradeNo, amountFen: order.payFen, environment };
    await appendEvent(tx, { id: newId(now), orderNo: no, channel, type: 'create', notifyId: undefined, raw, verified: true, at: now });
    return true;
  });
  if (isStored) return { start, expireAt };
  // The order was closed, or another page started a payment meanwhile: the new trade must not be payable.
  await gateway
    .close(tradeNo)
    .catch((error: unknown) => deps.log.error({ err: error, tradeNo }, 'a trade without an attempt could not be closed'));
  const other = await findOpen();
  if (other === undefined || !isUsable(other, caller.reader.sid, now)) throw new CodedError('orders.notPayable');
  return { start: other.start, expireAt };
};
