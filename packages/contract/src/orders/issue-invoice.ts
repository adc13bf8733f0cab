import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { invoiceSheet } from './admin-order.ts';
import { invoiceRequest } from './order.ts';

/**
 * Issues an invoice: a multipart form with `id`, `invoiceNo` and the PDF, which becomes a file of the reader. `sheet: red`: the red invoice
 * of a refunded order, with its own number.
 */
export const issueInvoice = operation({
  name: 'issueInvoice',
  method: 'POST',
  path: '/api/admin/invoice/issue',
  summary: '上传发票',
  permission: 'issueInvoice',
  // The server registers this operation by hand, so the use case itself looks for the invoice within the access scope.
  scope: 'filtered',
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
