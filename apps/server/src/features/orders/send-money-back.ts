/** An approved refund at its platform, and what ends with it. */
import { ALIPAY_NOTIFY_PATH, newId, WECHAT_NOTIFY_PATH } from '@shufang/contract';
import { revokeBoughtBooks } from '../commerce/grant-bought-book.ts';
import { takeBackInvoices } from './invoices.ts';
import { gatewayOf, type OrderDependencies, tellBuyer } from './order-dependencies.ts';
import type { OrderRecord, RefundRecord } from './order-record.ts';
import { finishRefund, markRefundProcessing, noteRefundAsked } from './refund-store.ts';
import { appendEvent, findOrder, lockOrder, markItemsRefunded, markRefunded, markRefundOver } from './store.ts';

/** False for the second payment of an order: its money goes back and the order stays as it is. */
const isOfOrder = (refund: RefundRecord, order: OrderRecord): boolean =>
  refund.channel === order.channel && refund.channelTxn === order.channelTxn;

const finish = (deps: OrderDependencies, refund: RefundRecord, end: { status: 'succeeded' | 'failed'; answer: string }): Promise<void> => {
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
    await takeBackInvoices(tx, order.no, now);
  });
};

/** Throws `PlatformError` when the platform cannot be asked: the job comes again, under the same number. */
export const sendMoneyBack = async (deps: OrderDependencies, refund: RefundRecord): Promise<void> => {
  const { id, orderNo, channel, tradeNo, amountFen } = refund;
  const now = deps.clock.now();
  await noteRefundAsked(deps.db.orm, id, now);
  const gateway = gatewayOf(deps, channel);
  if (gateway === undefined) {
    deps.log.error({ orderNo, channel }, 'a refund waits for a payment platform that is switched off');
    return;
  }
  const order = await findOrder(deps.db.orm, orderNo);
  if (order === undefined) return;
  const notifyUrl = deps.publicUrl + (channel === 'wechatNative' ? WECHAT_NOTIFY_PATH : ALIPAY_NOTIFY_PATH);
  const asked = { tradeNo, refundNo: id, refundFen: amountFen, totalFen: order.payFen, reason: refund.reason, notifyUrl };
  const fact = await gateway.refund(asked);
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
  const answer = fact.reason ?? '';
  if (fact.state === 'failed') deps.log.error({ orderNo, channel, refundId: id, answer }, 'a refund failed: somebody must look');
  await finish(deps, refund, { status: fact.state, answer });
  await tellBuyer(deps, order.userId, orderNo);
};
