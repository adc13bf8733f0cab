/** From what is kept to what is shown: who paid at the platform, and who decided, stay here. */
import type { AccessRight, InvoiceRequest, Order, OrderEvent, Refund } from '@shufang/contract';
import type { InvoiceRecord } from './invoice-store.ts';
import type { OrderRecord, RefundRecord } from './order-record.ts';

/** Leaves out what is undefined: the contract knows absent, not undefined. */
const present = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

/** `rights`: those of the buyer in force now, by book; of books whose money went back none is told. */
export const viewOrder = (record: OrderRecord, rights?: ReadonlyMap<string, AccessRight>): Order => {
  const { no, status, totalFen, discountFen, payFen, refundedFen, createdAt, expireAt } = record;
  const { channel, paidAt, fulfilledAt, closedAt, closeReason } = record;
  return {
    no,
    status,
    ...present({ bundle: record.bundle }),
    items: record.items.map(({ bookId, title, authors, priceFen, payFen, refundedAt, termDays, renewal }) => ({
      bookId,
      title,
      authors,
      priceFen,
      payFen,
      ...present({ refundedAt, termDays, renewal, right: refundedAt === undefined ? rights?.get(bookId) : undefined }),
    })),
    totalFen,
    discountFen,
    payFen,
    refundedFen,
    createdAt,
    expireAt,
    ...present({ channel, paidAt, fulfilledAt, closedAt, closeReason }),
  };
};

export const viewRefund = (record: RefundRecord): Refund => {
  const { id, orderNo, cause, amountFen, bookIds, reason, status, answer, requestedAt, decidedAt, finishedAt } = record;
  return {
    id,
    orderNo,
    cause,
    amountFen,
    bookIds: [...bookIds],
    reason,
    status,
    answer,
    requestedAt,
    ...present({ decidedAt, finishedAt }),
  };
};

export const viewInvoice = (record: InvoiceRecord): InvoiceRequest => {
  const { id, orderNos, titleType, title, taxNo, email, amountFen, status, answer, createdAt } = record;
  const { invoiceNo, fileId, redInvoiceNo, redFileId } = record;
  return {
    id,
    orderNos: [...orderNos],
    titleType,
    title,
    amountFen,
    status,
    answer,
    createdAt,
    ...present({ taxNo, email, invoiceNo, fileId, redInvoiceNo, redFileId }),
  };
};

const CAUSES: Readonly<Record<Refund['cause'], string>> = {
  requested: '',
  desk: '',
  late: '订单关闭后才付款，图书已不能购买，自动退款',
  removed: '图书已停止阅读，自动退款',
  duplicate: '重复付款，自动退款',
};

/** What the reader loses by it. */
const lossBy = ({ bookIds }: RefundRecord, { items }: OrderRecord): string => {
  const titles = items.filter(({ bookId }) => bookIds.includes(bookId)).map(({ title }) => `《${title}》`);
  return titles.length === 0 ? '' : `${titles.join('')}的阅读权限随退款结束，笔记保留`;
};

const eventsOfRefund = (order: OrderRecord, refund: RefundRecord): OrderEvent[] => {
  const { amountFen, status, answer, channel } = refund;
  const asked: OrderEvent =
    refund.cause === 'requested'
      ? { at: refund.requestedAt, kind: 'refundRequested', amountFen, detail: refund.reason }
      : {
          at: refund.requestedAt,
          kind: 'refundApproved',
          amountFen,
          detail: refund.cause === 'desk' ? refund.reason : CAUSES[refund.cause],
        };
  const { decidedAt, finishedAt } = refund;
  const decided: OrderEvent[] =
    refund.cause !== 'requested' || decidedAt === undefined
      ? []
      : [
          {
            at: decidedAt,
            kind: status === 'rejected' ? 'refundRejected' : 'refundApproved',
            amountFen,
            detail: status === 'rejected' ? answer : '',
          },
        ];
  const finished: OrderEvent[] =
    finishedAt === undefined
      ? []
      : [
          {
            at: finishedAt,
            kind: status === 'failed' ? 'refundFailed' : 'refunded',
            channel,
            amountFen,
            detail: status === 'failed' ? answer : lossBy(refund, order),
          },
        ];
  return [asked, ...decided, ...finished];
};

const CLOSED: Readonly<Record<NonNullable<Order['closeReason']>, string>> = { timeout: '超过 30 分钟没有付款', user: '您取消了订单' };

/** The history of an order, the oldest first. */
export const eventsOf = (order: OrderRecord, refunds: readonly RefundRecord[]): OrderEvent[] => {
  const { createdAt, closedAt, closeReason, paidAt, channel, fulfilledAt, payFen } = order;
  const own: OrderEvent[] = [{ at: createdAt, kind: 'created', amountFen: payFen, detail: '' }];
  if (closedAt !== undefined) own.push({ at: closedAt, kind: 'closed', detail: closeReason === undefined ? '' : CLOSED[closeReason] });
  if (paidAt !== undefined) own.push({ at: paidAt, kind: 'paid', amountFen: payFen, detail: '', ...present({ channel }) });
  if (fulfilledAt !== undefined) own.push({ at: fulfilledAt, kind: 'fulfilled', detail: '' });
  // Of two at the same moment the first in this order came first.
  return [...own, ...refunds.flatMap((refund) => eventsOfRefund(order, refund))].toSorted((a, b) => a.at - b.at);
};
