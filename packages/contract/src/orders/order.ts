/** An order as its owner sees it. Money in fen (1/100 yuan); times in UTC milliseconds. */
import { z } from 'zod';
import { accessRight } from '../catalog/book-card.ts';
import { entityId } from '../publication/id.ts';

/** Order number of 20 digits: creation time in China and six random digits. */
export const orderNo = z.string().regex(/^\d{20}$/, '订单号有误');

/** Status of an order (product.md §7.1). `paid`: entitlements are being granted. `refunding`: a refund is requested or in progress. */
export const orderStatus = z.enum(['created', 'paid', 'fulfilled', 'closed', 'refunding', 'partiallyRefunded', 'refunded']);
export type OrderStatus = z.output<typeof orderStatus>;

/** Way of payment. `local`: the simulated payment provider of demos. */
export const paymentChannel = z.enum(['wechatNative', 'alipayPage', 'local']);
export type PaymentChannel = z.output<typeof paymentChannel>;

/** An ordered book, with its data at the time of the order. */
export const orderItem = z.object({
  bookId: entityId,
  title: z.string(),
  authors: z.string(),
  /** The price of the book when bought alone. */
  priceFen: z.number().int(),
  /** Part of the payment for this book: the amount of a refund for it alone, in fen. */
  payFen: z.number().int(),
  /** Time of the refund for this book, which ended its entitlement; UTC ms. */
  refundedAt: z.number().int().optional(),
  /** Term of the entitlement in days from the payment; absent if it is permanent. */
  termDays: z.number().int().optional(),
  /** Whether the purchase is a renewal, whose term begins at the end of the buyer's current entitlement. */
  renewal: z.boolean().optional(),
  /** The buyer's current right to the book; present in the buyer's own list of orders if the order granted an entitlement. */
  right: accessRight.optional(),
});
export type OrderItem = z.output<typeof orderItem>;

/** Why an order was closed. `timeout`: not paid in 30 minutes; `user`: canceled by the user. */
export const closeReason = z.enum(['timeout', 'user']);

/**
 * The collection of a bundle. `owned`: titles of books that the buyer owned permanently. They were deducted and are not items of the order.
 */
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
  /** Payment deadline of the order, exclusive, UTC ms. */
  expireAt: z.number().int(),
  /** Channel of the payment; absent before the order is paid. */
  channel: paymentChannel.optional(),
  paidAt: z.number().int().optional(),
  fulfilledAt: z.number().int().optional(),
  closedAt: z.number().int().optional(),
  closeReason: closeReason.optional(),
});
export type Order = z.output<typeof order>;

/** Status of a refund. The order is in the status `refunding` while its refund is requested, approved or processing. */
export const refundStatus = z.enum(['requested', 'approved', 'processing', 'succeeded', 'failed', 'rejected']);
export type RefundStatus = z.output<typeof refundStatus>;

/**
 * Cause of a refund. `requested`: by the reader; `late`: paid after the order was closed; `removed`: an authority removed the book before
 * the payment; `duplicate`: paid twice; `operator`: initiated by finance.
 */
export const refundCause = z.enum(['requested', 'late', 'removed', 'duplicate', 'operator']);

export const refund = z.object({
  id: entityId,
  orderNo,
  cause: refundCause,
  amountFen: z.number().int(),
  /** Ids of the books whose entitlements the refund ends. Empty if it ends none, and for a full refund, which ends all. */
  bookIds: z.array(z.string()),
  /** Reason given by the reader or finance; empty for other causes. */
  reason: z.string(),
  status: refundStatus,
  /** Reason why the refund was rejected or failed. */
  reply: z.string(),
  requestedAt: z.number().int(),
  decidedAt: z.number().int().optional(),
  finishedAt: z.number().int().optional(),
});
export type Refund = z.output<typeof refund>;

export const invoiceTitleType = z.enum(['personal', 'enterprise']);
/**
 * Status of an invoice. `issuing`: assigned to an operator. `redPending`: an order of the invoice was refunded, and the red invoice is due.
 * `redIssued`: reversed by the red invoice.
 */
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
  /** File id of the invoice's PDF, which is a file of the user. */
  fileId: entityId.optional(),
  /** Number of the red invoice, and file id of its PDF. */
  redInvoiceNo: z.string().optional(),
  redFileId: entityId.optional(),
  /** Reason why the invoice was rejected or reversed. */
  reply: z.string(),
  createdAt: z.number().int(),
});
export type InvoiceRequest = z.output<typeof invoiceRequest>;

/** One event of an order's history. */
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
  /**
   * Reason of the event: the one that the user gave for the refund, or why a refund was rejected, a refund failed or the order was closed;
   * may be empty.
   */
  detail: z.string(),
});
export type OrderEvent = z.output<typeof orderEvent>;
