/** Converts stored records of the orders slice to objects of the contract. The identities of payers and operators are left out. */
import type { AccessRight, InvoiceRequest, Order, OrderEvent, Refund } from '@shufang/contract';
import type { InvoiceRecord } from './invoices/invoice-store.ts';
import type { OrderRecord, RefundRecord } from './order-record.ts';

/** Removes fields whose value is undefined, because the contract declares them as optional. */
const present = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

/** Converts an order. `rights`: the buyer's current rights, by book; left out for refunded books. */
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
  const { id, orderNo, cause, amountFen, bookIds, reason, status, reply, requestedAt, decidedAt, finishedAt } = record;
  return {
    id,
    orderNo,
    cause,
    amountFen,
    bookIds: [...bookIds],
    reason,
    status,
    reply,
    requestedAt,
    ...present({ decidedAt, finishedAt }),
  };
};

export const viewInvoice = (record: InvoiceRecord): InvoiceRequest => {
  const { id, orderNos, titleType, title, taxNo, email, amountFen, status, reply, createdAt } = record;
  const { invoiceNo, fileId, redInvoiceNo, redFileId } = record;
  return {
    id,
    orderNos: [...orderNos],
    titleType,
    title,
    amountFen,
    status,
    reply,
    createdAt,
    ...present({ taxNo, email, invoiceNo, fileId, redInvoiceNo, redFileId }),
  };
};

const CAUSES: Readonly<Record<Refund['cause'], string>> = {
  requested: '',
  operator: '',
  late: '订单关闭后才付款，图书已不能购买，自动退款',
  removed: '图书已停止阅读，自动退款',
  duplicate: '重复付款，自动退款',
};

/** Returns a function that lists the books to which the buyer loses access by a refund. */
const lossBy = ({ bookIds }: RefundRecord, { items }: OrderRecord): string => {
  const titles = items.filter(({ bookId }) => bookIds.includes(bookId)).map(({ title }) => `《${title}》`);
  return titles.length === 0 ? '' : `${titles.join('')}的阅读权限随退款结束，笔记保留`;
};

const eventsOfRefund = (order: OrderRecord, refund: RefundRecord): OrderEvent[] => {
  const { amountFen, status, reply, channel } = refund;
  const requested: OrderEvent =
    refund.cause === 'requested'
      ? { at: refund.requestedAt, kind: 'refundRequested', amountFen, detail: refund.reason }
      : {
          at: refund.requestedAt,
          kind: 'refundApproved',
          amountFen,
          detail: refund.cause === 'operator' ? refund.reason : CAUSES[refund.cause],
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
            detail: status === 'rejected' ? reply : '',
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
            detail: status === 'failed' ? reply : lossBy(refund, order),
          },
        ];
  return [requested, ...decided, ...finished];
};

const CLOSED: Readonly<Record<NonNullable<Order['closeReason']>, string>> = { timeout: '超过 30 分钟没有付款', user: '您取消了订单' };

/** Returns the history of an order, oldest first. */
export const eventsOf = (order: OrderRecord, refunds: readonly RefundRecord[]): OrderEvent[] => {
  const { createdAt, closedAt, closeReason, paidAt, channel, fulfilledAt, payFen } = order;
  const own: OrderEvent[] = [{ at: createdAt, kind: 'created', amountFen: payFen, detail: '' }];
  if (closedAt !== undefined) own.push({ at: closedAt, kind: 'closed', detail: closeReason === undefined ? '' : CLOSED[closeReason] });
  if (paidAt !== undefined) own.push({ at: paidAt, kind: 'paid', amountFen: payFen, detail: '', ...present({ channel }) });
  if (fulfilledAt !== undefined) own.push({ at: fulfilledAt, kind: 'fulfilled', detail: '' });
  // The events are already in their logical order, which sorting by time keeps for events of the same time.
  return [...own, ...refunds.flatMap((refund) => eventsOfRefund(order, refund))].toSorted((a, b) => a.at - b.at);
};
