/** What finance and editors do about orders. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { invoiceRequest, invoiceStatus, order, orderEvent, orderNo, orderStatus, paymentChannel, refund, refundStatus } from './order.ts';

const page = {
  cursor: z.string().max(64).optional(),
  limit: pageLimit(),
};
/** Who it belongs to, as far as an operator needs it: the number is masked. */
const buyer = z.object({ userId: z.string(), nickname: z.string(), tel: z.string() });

/**
 * What narrows the list of orders and its export. `q`: digits of an order number, a phone number or its last four digits, a nickname,
 * words of a title. `from`, `to`: when they were made, UTC ms, the latter exclusive.
 */
const orderFilter = {
  status: orderStatus.optional(),
  channel: paymentChannel.optional(),
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
  q: z.string().trim().max(60, '最多 60 个字').default(''),
};

const deskOrder = z.object({ order, buyer });
export type DeskOrder = z.output<typeof deskOrder>;

export const listAllOrders = operation({
  name: 'listAllOrders',
  method: 'GET',
  path: '/api/admin/order/list',
  summary: '全部订单',
  input: z.object({ ...orderFilter, ...page }),
  output: z.object({
    items: z.array(deskOrder),
    next: z.string().optional(),
    /** Of everything that fits, whatever the page. */
    total: z.object({ orders: z.number().int(), paidFen: z.number().int(), refundedFen: z.number().int() }),
  }),
});

/** What passed between us and a payment platform. `told`: in the platform's own words, without who paid. */
const paymentRecord = z.object({
  at: z.number().int(),
  type: z.enum(['create', 'notify', 'query', 'close', 'refund']),
  channel: paymentChannel,
  /** Its signature was right. */
  verified: z.boolean(),
  told: z.record(z.string(), z.unknown()),
});
export type PaymentRecord = z.output<typeof paymentRecord>;

/** A right that an order gave. `reason`: why it is suspended. */
const orderGrant = z.object({
  bookId: z.string(),
  reason: z.string().optional(),
  status: z.enum(['active', 'expired', 'suspended', 'revoked']),
  startsAt: z.number().int(),
  /** Absent: for good. */
  endsAt: z.number().int().optional(),
});

export const getDeskOrder = operation({
  name: 'getDeskOrder',
  method: 'GET',
  path: '/api/admin/order/get',
  summary: '订单详情',
  input: z.object({ no: orderNo }),
  output: z.object({
    order,
    buyer,
    /** It holds books of other publishers, too: what is shown is the caller's part, and what touches the whole is refused. */
    isPart: z.boolean().default(false),
    /** The platform's number of the payment that counts. */
    channelTxn: z.string().optional(),
    events: z.array(orderEvent),
    payments: z.array(paymentRecord),
    grants: z.array(orderGrant),
    refunds: z.array(refund),
    invoice: invoiceRequest.optional(),
  }),
  errors: ['orders.notFound'],
});

/** Asks the payment platforms how an order and its refunds stand there, and does what follows: takes the money in, opens the book, closes what is over. */
export const queryOrder = operation({
  name: 'queryOrder',
  method: 'POST',
  path: '/api/admin/order/query',
  summary: '向支付平台再查一次',
  input: z.object({ no: orderNo }),
  output: z.object({ order }),
  errors: ['orders.notFound', 'orders.shared', 'orders.channelFailed'],
});

/** The orders that fit as a table (xlsx), at most 5,000 of the newest. Not kept for repetition: it holds what people bought. */
export const exportAllOrders = operation({
  name: 'exportAllOrders',
  method: 'POST',
  path: '/api/admin/order/export',
  summary: '导出全部订单',
  repeatsSafely: true,
  input: z.object(orderFilter),
  output: z.object({ fileName: z.string(), base64: z.string(), orders: z.number().int() }),
});

/**
 * Gives money back for an order that nobody asked for: for some of its books, whose rights end, or an amount, which takes no right. When
 * the whole payment has gone back, all its rights end.
 */
export const refundOrder = operation({
  name: 'refundOrder',
  method: 'POST',
  path: '/api/admin/order/refund',
  summary: '退款（财务发起）',
  input: z
    .object({
      no: orderNo,
      bookIds: z.array(entityId).max(LIMITS.collectionItems).default([]),
      /** Absent: what these books were paid with. */
      amountFen: z.coerce.number().int().min(1, '退款金额须大于 0').max(LIMITS.priceFenMax).optional(),
      /** Shown to the reader. */
      reason: z.string().trim().min(1, '请写明退款的原因').max(200, '原因不能超过 200 个字'),
    })
    .refine(({ bookIds, amountFen }) => bookIds.length > 0 || amountFen !== undefined, {
      message: '请选择图书或填写金额',
      path: ['amountFen'],
    }),
  output: z.object({ refund }),
  errors: ['orders.notFound', 'orders.shared', 'orders.refundRefused'],
});

/** Suspends the rights an order gave, as while its payment is disputed, or lets them go on. Notes stay readable; a term runs on. */
export const setOrderRights = operation({
  name: 'setOrderRights',
  method: 'POST',
  path: '/api/admin/order/rights',
  summary: '暂停或恢复订单的阅读权限',
  input: z.object({
    no: orderNo,
    status: z.enum(['suspended', 'active']),
    /** Shown to the reader while it is suspended. */
    reason: z.string().trim().min(1, '请写明原因').max(200, '原因不能超过 200 个字'),
  }),
  output: z.object({ changed: z.number().int() }),
  errors: ['orders.notFound', 'orders.shared', 'orders.rightsUnchanged'],
});

const deskRefund = z.object({
  refund,
  order,
  buyer,
  /** Of the payment it gives back. */
  channel: paymentChannel,
  /** How much of the book was read beyond its trial, 0 to 1; for those that wait. */
  readShare: z.number().optional(),
  /** When the platform was last asked to; absent: not yet. */
  askedAt: z.number().int().optional(),
});
export type DeskRefund = z.output<typeof deskRefund>;

/** Those that wait for an answer from the longest waiting on, others by the newest. */
export const listRefunds = operation({
  name: 'listRefunds',
  method: 'GET',
  path: '/api/admin/refund/list',
  summary: '退款申请',
  input: z.object({ status: refundStatus.optional(), ...page }),
  output: z.object({
    items: z.array(deskRefund),
    next: z.string().optional(),
    counts: z.record(refundStatus, z.number().int()),
  }),
});

/** Approves or rejects a refund that was asked for, or sends one that failed to the platform again (`approve`). */
export const decideRefund = operation({
  name: 'decideRefund',
  method: 'POST',
  path: '/api/admin/refund/decide',
  summary: '处理退款申请',
  input: z
    .object({
      id: entityId,
      decision: z.enum(['approve', 'reject']),
      /** Shown to the reader; needed to reject. */
      answer: z.string().trim().max(200).default(''),
    })
    .refine(({ decision, answer }) => decision === 'approve' || answer !== '', { message: '请写明不同意的原因', path: ['answer'] }),
  output: z.object({ refund }),
  errors: ['orders.refundNotFound', 'orders.refundDecided'],
});

const deskInvoice = z.object({
  invoice: invoiceRequest,
  buyer,
  /** Of one that is being issued: who has it in hand, and whether that is the asker. */
  holder: z.object({ nickname: z.string(), isMe: z.boolean() }).optional(),
});
export type DeskInvoice = z.output<typeof deskInvoice>;

/** Those that wait for their PDF from the longest waiting on, others by the newest. */
export const listInvoiceRequests = operation({
  name: 'listInvoiceRequests',
  method: 'GET',
  path: '/api/admin/invoice/list',
  summary: '发票申请',
  input: z.object({ status: invoiceStatus.optional(), ...page }),
  output: z.object({
    items: z.array(deskInvoice),
    next: z.string().optional(),
    counts: z.record(invoiceStatus, z.number().int()),
  }),
});

/**
 * Takes a request in hand, so that no colleague works on it, or puts it back for everybody; putting back what a colleague holds is possible,
 * for they may be away. Only who has it in hand answers it.
 */
export const holdInvoice = operation({
  name: 'holdInvoice',
  method: 'POST',
  path: '/api/admin/invoice/hold',
  summary: '开始开票或放回',
  input: z.object({ id: entityId, action: z.enum(['take', 'putBack']) }),
  output: invoiceRequest,
  errors: ['orders.invoiceNotFound', 'orders.invoiceRefused'],
});

/** Of the two sheets an invoice may have: itself, and the red one that takes it back. */
const invoiceSheet = z.enum(['blue', 'red']).default('blue');

/** The PDF of an issued invoice, or of its red one, as an attachment. */
export const readInvoice = operation({
  name: 'readInvoice',
  method: 'POST',
  path: '/api/admin/invoice/file',
  summary: '下载发票',
  input: z.object({ id: entityId, sheet: invoiceSheet }),
  output: z.object({}),
  errors: ['orders.invoiceNotFound', 'file.notFound'],
});

/**
 * Answers an invoice request with the PDF: a form with `id`, `invoiceNo` and the file, which becomes one of the reader's. `sheet: red`: the
 * red invoice of one whose money went back, with a number of its own.
 */
export const issueInvoice = operation({
  name: 'issueInvoice',
  method: 'POST',
  path: '/api/admin/invoice/issue',
  summary: '上传发票',
  input: z.object({
    id: entityId,
    sheet: invoiceSheet,
    invoiceNo: z
      .string()
      .trim()
      .regex(/^[0-9A-Za-z-]{6,40}$/, '发票号码有误'),
  }),
  output: invoiceRequest,
  errors: ['orders.invoiceNotFound', 'orders.invoiceRefused', 'file.missing', 'file.tooLarge', 'file.typeRefused', 'file.quotaFull'],
});

export const rejectInvoice = operation({
  name: 'rejectInvoice',
  method: 'POST',
  path: '/api/admin/invoice/reject',
  summary: '退回发票申请',
  input: z.object({ id: entityId, answer: z.string().trim().min(1, '请写明退回的原因').max(200) }),
  output: invoiceRequest,
  errors: ['orders.invoiceNotFound', 'orders.invoiceRefused'],
});

/** Between which times a price is sold, UTC ms, the latter exclusive; absent: no such bound. */
const saleWindow = {
  saleFrom: z.coerce.number().int().min(0).optional(),
  saleTo: z.coerce.number().int().min(0).optional(),
};
const isWindow = ({ saleFrom, saleTo }: { saleFrom?: number | undefined; saleTo?: number | undefined }): boolean =>
  saleFrom === undefined || saleTo === undefined || saleFrom < saleTo;
const WINDOW_FAULT = { message: '停售时间须在开售时间之后', path: ['saleTo'] };

/** What a collection costs as one, and how many of its books are sold; absent price: it is not sold as one. */
export const getBundlePrice = operation({
  name: 'getBundlePrice',
  method: 'GET',
  path: '/api/admin/collection/price',
  summary: '合集的整套价格',
  input: z.object({ collectionId: entityId }),
  output: z.object({
    priceFen: z.number().int().optional(),
    termDays: z.number().int().optional(),
    ...saleWindow,
    /** Of the books that are sold one by one: how many, and what they cost together. */
    books: z.number().int(),
    listFen: z.number().int(),
  }),
  errors: ['catalog.collectionNotFound'],
});

/** Sets what a collection costs as one, at most what its books cost one by one; 0 ends the sale. Open orders keep their price. */
export const setBundlePrice = operation({
  name: 'setBundlePrice',
  method: 'POST',
  path: '/api/admin/collection/price',
  summary: '合集定价',
  input: z
    .object({
      collectionId: entityId,
      priceFen: z.coerce.number().int().min(0).max(LIMITS.priceFenMax),
      /** Absent: for good. */
      termDays: z.coerce.number().int().min(1).max(LIMITS.codeTermDaysMax).optional(),
      ...saleWindow,
    })
    .refine(isWindow, WINDOW_FAULT),
  output: z.object({ priceFen: z.number().int(), termDays: z.number().int().optional(), ...saleWindow }),
  errors: ['catalog.collectionNotFound', 'orders.bundlePrice'],
});

/**
 * Sets what a book costs, how long the right lasts, between which times it is sold, and what renewing it costs; 0 makes it free. Open
 * orders keep the price they were made at.
 */
export const setBookPrice = operation({
  name: 'setBookPrice',
  method: 'POST',
  path: '/api/admin/book/price',
  summary: '图书定价',
  input: z
    .object({
      bookId: entityId,
      priceFen: z.coerce.number().int().min(0).max(LIMITS.priceFenMax),
      /** Absent: for good. */
      termDays: z.coerce.number().int().min(1).max(LIMITS.codeTermDaysMax).optional(),
      ...saleWindow,
      /** Absent: there is no lower price for those who had it. */
      renewalFen: z.coerce.number().int().min(1, '续订价须大于 0').max(LIMITS.priceFenMax).optional(),
    })
    .refine(isWindow, WINDOW_FAULT)
    .refine(({ priceFen, renewalFen }) => renewalFen === undefined || renewalFen < priceFen, {
      message: '续订价须低于定价',
      path: ['renewalFen'],
    }),
  output: z.object({
    bookId: entityId,
    priceFen: z.number().int(),
    termDays: z.number().int().optional(),
    ...saleWindow,
    renewalFen: z.number().int().optional(),
  }),
  errors: ['catalog.bookNotFound'],
});
