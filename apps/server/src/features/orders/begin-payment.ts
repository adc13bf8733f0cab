/** Begins the payment of an order at a platform, or goes on with the one that was begun there. */
import {
  ALIPAY_NOTIFY_PATH,
  CodedError,
  LIMITS,
  LOCAL_NOTIFY_PATH,
  newId,
  type OutputOf,
  type ParsedInputOf,
  type PaymentChannel,
  type payOrder,
  WECHAT_NOTIFY_PATH,
} from '@shufang/contract';
import { PlatformError } from '../../gateways/payment/payment-gateway.ts';
import { findBooks } from '../catalog/find-books.ts';
import { countPerHour, gatewayOf, type OrderDependencies } from './order-dependencies.ts';
import type { PaymentAttempt } from './order-record.ts';
import { appendEvent, countAttempts, findOwnOrder, insertAttempt, listOpenAttempts, lockOrder } from './store.ts';

const NOTIFY_PATHS: Readonly<Record<PaymentChannel, string>> = {
  wechatNative: WECHAT_NOTIFY_PATH,
  alipayPage: ALIPAY_NOTIFY_PATH,
  local: LOCAL_NOTIFY_PATH,
};

/** A platform that is away is told as such; why stands in the log. */
export const asCodedError = (deps: OrderDependencies, orderNo: string, error: unknown): unknown => {
  if (!(error instanceof PlatformError)) return error;
  deps.log.warn({ err: error, orderNo }, 'a payment platform did not do what was asked');
  return new CodedError('orders.channelFailed', {}, { cause: error });
};

/** Throws `orders.notFound`, `orders.notPayable`, `orders.notForSale` for a book nobody may read, `orders.channelOff`, `orders.channelFailed`, `request.tooMany`. */
export const beginPayment = async (
  deps: OrderDependencies,
  userId: string,
  { no, channel }: ParsedInputOf<typeof payOrder>,
): Promise<OutputOf<typeof payOrder>> => {
  const gateway = gatewayOf(deps, channel);
  if (gateway === undefined) throw new CodedError('orders.channelOff');
  const order = await findOwnOrder(deps.db.orm, userId, no);
  if (order === undefined) throw new CodedError('orders.notFound');
  const now = deps.clock.now();
  if (order.status !== 'created' || order.expireAt <= now) throw new CodedError('orders.notPayable');
  const books = await findBooks(
    deps.db.orm,
    order.items.map(({ bookId }) => bookId),
  );
  // The money would come back by itself.
  if (books.some(({ removalNotice }) => removalNotice !== undefined)) throw new CodedError('orders.notForSale');
  const { expireAt } = order;
  const findOpen = async (): Promise<PaymentAttempt | undefined> =>
    (await listOpenAttempts(deps.db.orm, no)).find((attempt) => attempt.channel === channel);
  const open = await findOpen();
  if (open !== undefined) return { start: open.start, expireAt };

  await countPerHour(deps, 'payments', userId, LIMITS.paymentsPerUserPerHour);
  // A trade that was closed at the platform never opens again there: each payment has a number of its own.
  const tradeNo = `${no}_${newId(now).slice(-4)}${await countAttempts(deps.db.orm, no)}`;
  const payment = {
    tradeNo,
    amountFen: order.payFen,
    subject: order.items.map((item) => `《${item.title}》`).join('、'),
    expireAt,
    notifyUrl: deps.publicUrl + NOTIFY_PATHS[channel],
    returnUrl: `${deps.publicUrl}/pay/${no}`,
  };
  const start = await gateway.begin(payment).catch((error: unknown) => {
    throw asCodedError(deps, no, error);
  });
  const isKept = await deps.db.transaction(async (tx) => {
    const latest = await lockOrder(tx, no);
    if (latest?.status !== 'created') return false;
    if (!(await insertAttempt(tx, { tradeNo, orderNo: no, channel, start, state: 'open' }, now))) return false;
    const raw = { tradeNo, amountFen: order.payFen };
    await appendEvent(tx, { id: newId(now), orderNo: no, channel, type: 'create', notifyId: undefined, raw, verified: true, at: now });
    return true;
  });
  if (isKept) return { start, expireAt };
  // Closed or begun meanwhile by another page: ours there must not be payable.
  await gateway.close(tradeNo).catch((error: unknown) => deps.log.error({ err: error, tradeNo }, 'a trade nobody knows stayed open'));
  const other = await findOpen();
  if (other === undefined) throw new CodedError('orders.notPayable');
  return { start: other.start, expireAt };
};
