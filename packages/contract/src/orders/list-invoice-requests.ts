import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { adminOrderPage, orderBuyer } from './admin-order.ts';
import { invoiceRequest, invoiceStatus } from './order.ts';

const adminInvoice = z.object({
  invoice: invoiceRequest,
  buyer: orderBuyer,
  /** The operator assigned to an invoice being issued, and whether that is the caller. */
  holder: z.object({ nickname: z.string(), isMe: z.boolean() }).optional(),
});

export type AdminInvoice = z.output<typeof adminInvoice>;

/** Lists invoice requests: pending ones the oldest first, others the newest first. */
export const listInvoiceRequests = operation({
  name: 'listInvoiceRequests',
  method: 'GET',
  path: '/api/admin/invoice/list',
  summary: '发票申请',
  permission: 'issueInvoice',
  scope: 'filtered',
  input: z.object({ status: invoiceStatus.optional(), ...adminOrderPage }),
  output: z.object({
    items: z.array(adminInvoice),
    next: z.string().optional(),
    counts: z.record(invoiceStatus, z.number().int()),
  }),
});
