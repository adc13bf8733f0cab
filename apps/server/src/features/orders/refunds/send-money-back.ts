/** Sends an approved refund to its payment provider, and ends the entitlements that were refunded. */
import { ALIPAY_NOTIFY_PATH, newId, WECHAT_NOTIFY_PATH } from '@shufang/contract';
import { revokeBoughtBooks } from '../../entitlement/grant-bought-book.ts';
import { reverseInvoiceOf } from '../invoices/invoices.ts';
import { gatewayOf, type OrderDependencies, publishOrderChange } from '../order-dependencies.ts';
import type { OrderRecord, RefundRecord } from '../order-record.ts';
import { appendEvent, findOrder, lockOrder, markItemsRefunded, markRefunded, markRefundOver } from '../store.ts';
import { finishRefund, markRefundProcessing, markRefundSent } from './refund-store.ts';

/** Returns whether the refund is of the payment that fulfilled the order. Refunding a second payment does not change the order. */
const isOfOrder = (refund: RefundRecord, order: OrderRecord): boolean =>
  refund.channel === order.channel && refund.channelTxn === order.channelTxn;

const finish = (deps: OrderDependencies, refund: RefundRecord, end: { status: 'succeeded' | 'failed'; reply: string }): Promise<void> => {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, refund.orderNo);
    if (order === undefined || !(await finishRefund(tx, refund.id, { ...end, now })) || !isOfOrder(refund, order)) return;
    if (end.status === 'failed') {
      await markRefundOver(tx, order.no);
      return;
    }
    const isWhole = await markRefunded(tx, order.no, refund.amountFen);
    const bookIds = isWhole ? undefined : refund.bookIds;
    await markItemsRefunded(tx, order.no, bookIds, now);
    await revokeBoughtBooks(tx, order.userId, order.no, bookIds);
    await reverseInvoiceOf(tx, order.no, now);
  });
};

/**
 * Sends an approved refund. Throws `PlatformError` if the payment provider cannot be reached; the job then repeats the refund with the
 * same number.
 */
export const sendMoneyBack = async (deps: OrderDependencies, refund: RefundRecord): Promise<void> => {
  const { id, orderNo, channel, tradeNo, amountFen } = refund;
  const now = deps.clock.now();
  await markRefundSent(deps.db.orm, id, now);
  const gateway = gatewayOf(deps, channel);
  if (gateway === undefined) {
    deps.log.error({ orderNo, channel }, 'a refund waits for a payment platform that is disabled');
    return;
  }
  const order = await findOrder(deps.db.orm, orderNo);
  if (order === undefined) return;
  const notifyUrl = deps.publicUrl + (channel === 'wechatNative' ? WECHAT_NOTIFY_PATH : ALIPAY_NOTIFY_PATH);
  const fact = await gateway.refund({
    tradeNo,
    refundNo: id,
    refundFen: amountFen,
    totalFen: order.payFen,
    reason: refund.reason,
    notifyUrl,
  });
  const event = {
    id: newId(now),
    orderNo,
    channel,
    type: 'refund',
    notifyId: undefined,
    raw: { ...fact.raw, state: fact.state },
    verified: true,
    at: now,
  } as const;
  await appendEvent(deps.db.orm, event);
  if (fact.state === 'processing') {
    await markRefundProcessing(deps.db.orm, id);
    return;
  }
  const reply = fact.reason ?? '';
  if (fact.state === 'failed') deps.log.error({ orderNo, channel, refundId: id, reply }, 'a refund failed and needs an operator');
  await finish(deps, refund, { status: fact.state, reply });
  await publishOrderChange(deps, order.userId, orderNo);
};
