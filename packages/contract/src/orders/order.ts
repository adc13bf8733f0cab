/** An order as its owner sees it. Money in fen (1/100 yuan); times in UTC milliseconds. */
import { z } from 'zod';
import { accessRight } from '../catalog/operations.ts';
import { entityId } from '../publication/id.ts';

/** 20 digits: the moment it was made (in China) and six random ones. */
export const orderNo = z.string().regex(/^\d{20}$/, '订单号有误');

/** product.md §7.1. `paid`: the money is there, the books are being opened. `refunding`: asked for, or under way. */
export const orderStatus = z.enum(['created', 'paid', 'fulfilled', 'closed', 'refunding', 'partiallyRefunded', 'refunded']);
export type OrderStatus = z.output<typeof orderStatus>;

/** `local`: the page that plays the payment platform in a demo. */
export const paymentChannel = z.enum(['wechatNative', 'alipayPage', 'local']);
export type PaymentChannel = z.output<typeof paymentChannel>;

/** What was bought, as it was when it was ordered. */
export const orderItem = z.object({
  bookId: entityId,
  title: z.string(),
  authors: z.string(),
  /** What it cost by itself. */
  priceFen: z.number().int(),
  /** Its part of what was paid for the order: what giving back this book alone comes to. */
  payFen: z.number().int(),
  /** When its money had gone back; it cannot be read by this order any more. */
  refundedAt: z.number().int().optional(),
  /** How long the right lasts from the payment on; absent: for good. */
  termDays: z.number().int().optional(),
  /** At the lower price of a renewal; its term begins where the right ends that the buyer had. */
  renewal: z.boolean().optional(),
  /** In the buyer's own list: what they may read of it now, by this order or otherwise; absent where the order gave nothing. */
  right: accessRight.optional(),
});
export type OrderItem = z.output<typeof orderItem>;

/** `timeout`: not paid in 30 minutes; `user`: cancelled. */
export const closeReason = z.enum(['timeout', 'user']);

/** The collection that was bought as one. `owned`: titles the buyer had for good, which were taken off the price and are no items. */
export const orderBundle = z.object({ collectionId: entityId, title: z.string(), owned: z.array(z.string()) });
export type OrderBundle = z.output<typeof orderBundle>;

export const order = z.object({
  no: orderNo,
  status: orderStatus,
  bundle: orderBundle.optional(),
  items: z.array(orderItem),
  totalFen: z.number().int(),
  discountFen: z.number().int(),
  payFen: z.number().int(),
  refundedFen: z.number().int(),
  createdAt: z.number().int(),
  /** It can be paid before this. */
  expireAt: z.number().int(),
  /** Of the payment; absent before. */
  channel: paymentChannel.optional(),
  paidAt: z.number().int().optional(),
  fulfilledAt: z.number().int().optional(),
  closedAt: z.number().int().optional(),
  closeReason: closeReason.optional(),
});
export type Order = z.output<typeof order>;

/** `refunding` stands for requested, approved and processing. */
export const refundStatus = z.enum(['requested', 'approved', 'processing', 'succeeded', 'failed', 'rejected']);
export type RefundStatus = z.output<typeof refundStatus>;

/** `requested` by the reader; `late`: paid after the order was closed and cannot be fulfilled; `removed`: the book was ordered out of reading before it was paid; `duplicate`: paid twice; `desk`: by finance, unasked. */
export const refundCause = z.enum(['requested', 'late', 'removed', 'duplicate', 'desk']);

export const refund = z.object({
  id: entityId,
  orderNo,
  cause: refundCause,
  amountFen: z.number().int(),
  /** Books whose rights end with it; empty: none, unless the whole payment has gone back then. */
  bookIds: z.array(z.string()),
  /** The reader's words, or finance's; empty for the other causes. */
  reason: z.string(),
  status: refundStatus,
  /** Why it was rejected or failed. */
  answer: z.string(),
  requestedAt: z.number().int(),
  decidedAt: z.number().int().optional(),
  finishedAt: z.number().int().optional(),
});
export type Refund = z.output<typeof refund>;

export const invoiceTitleType = z.enum(['personal', 'enterprise']);
/** `issuing`: somebody at the desk has it in hand. `redPending`: issued, and money for an order on it went back since; finance owes the red one. `redIssued`: taken back by it. */
export const invoiceStatus = z.enum(['submitted', 'issuing', 'issued', 'rejected', 'redPending', 'redIssued']);
export type InvoiceStatus = z.output<typeof invoiceStatus>;

export const invoiceRequest = z.object({
  id: entityId,
  orderNos: z.array(orderNo),
  titleType: invoiceTitleType,
  title: z.string(),
  taxNo: z.string().optional(),
  email: z.string().optional(),
  amountFen: z.number().int(),
  status: invoiceStatus,
  invoiceNo: z.string().optional(),
  /** Of the person's own files: the PDF. */
  fileId: entityId.optional(),
  /** Of the red invoice that takes it back, and its PDF. */
  redInvoiceNo: z.string().optional(),
  redFileId: entityId.optional(),
  /** Why it was rejected or taken back. */
  answer: z.string(),
  createdAt: z.number().int(),
});
export type InvoiceRequest = z.output<typeof invoiceRequest>;

/** A line of an order's history, the oldest first. */
export const orderEvent = z.object({
  at: z.number().int(),
  kind: z.enum([
    'created',
    'paid',
    'fulfilled',
    'closed',
    'refundRequested',
    'refundApproved',
    'refundRejected',
    'refundFailed',
    'refunded',
  ]),
  channel: paymentChannel.optional(),
  amountFen: z.number().int().optional(),
  /** The person's reason, or why it was rejected, failed or closed; empty: nothing to add. */
  detail: z.string(),
});
export type OrderEvent = z.output<typeof orderEvent>;
