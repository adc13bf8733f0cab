/** What finance and editors do about orders. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { invoiceRequest, invoiceStatus, order, orderStatus, refund, refundStatus } from './order.ts';

const page = {
  cursor: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(LIMITS.pageSizeMax).default(LIMITS.pageSizeDefault),
};
/** Who it belongs to, as far as an operator needs it: the number is masked. */
const buyer = z.object({ userId: z.string(), nickname: z.string(), tel: z.string() });

export const listAllOrders = operation({
  name: 'listAllOrders',
  method: 'GET',
  path: '/api/admin/order/list',
  summary: '全部订单',
  input: z.object({ status: orderStatus.optional(), no: z.string().trim().max(20).optional(), ...page }),
  output: z.object({ items: z.array(z.object({ order, buyer })), next: z.string().optional() }),
});

export const listRefunds = operation({
  name: 'listRefunds',
  method: 'GET',
  path: '/api/admin/refund/list',
  summary: '退款申请',
  input: z.object({ status: refundStatus.optional(), ...page }),
  output: z.object({ items: z.array(z.object({ refund, order, buyer })), next: z.string().optional() }),
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

export const listInvoiceRequests = operation({
  name: 'listInvoiceRequests',
  method: 'GET',
  path: '/api/admin/invoice/list',
  summary: '发票申请',
  input: z.object({ status: invoiceStatus.optional(), ...page }),
  output: z.object({ items: z.array(z.object({ invoice: invoiceRequest, buyer })), next: z.string().optional() }),
});

/** Answers an invoice request with the PDF: a form with `id`, `invoiceNo` and the file. It becomes one of the reader's files. */
export const issueInvoice = operation({
  name: 'issueInvoice',
  method: 'POST',
  path: '/api/admin/invoice/issue',
  summary: '上传发票',
  input: z.object({
    id: entityId,
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

/** Sets what a book costs and how long the right lasts; 0 makes it free. Open orders keep the price they were made at. */
export const setBookPrice = operation({
  name: 'setBookPrice',
  method: 'POST',
  path: '/api/admin/book/price',
  summary: '图书定价',
  input: z.object({
    bookId: entityId,
    priceFen: z.coerce.number().int().min(0).max(LIMITS.priceFenMax),
    /** Absent: for good. */
    termDays: z.coerce.number().int().min(1).max(LIMITS.codeTermDaysMax).optional(),
  }),
  output: z.object({ bookId: entityId, priceFen: z.number().int(), termDays: z.number().int().optional() }),
  errors: ['catalog.bookNotFound'],
});
