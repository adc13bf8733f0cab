import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { invoiceSheet } from './admin-order.ts';

/** Returns the PDF of an issued invoice, or of its red invoice, as an attachment. */
export const readInvoice = operation({
  name: 'readInvoice',
  method: 'POST',
  path: '/api/admin/invoice/file',
  summary: '下载发票',
  permission: 'issueInvoice',
  scope: 'filtered',
  input: z.object({ id: entityId, sheet: invoiceSheet }),
  output: z.object({}),
  errors: ['orders.invoiceNotFound', 'file.notFound'],
});
