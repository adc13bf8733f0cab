import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { invoiceRequest } from './order.ts';

/**
 * Assigns an invoice request to the caller (`take`), or removes its assignment (`putBack`), even if it is assigned to another operator, who
 * may be absent. Only the assigned operator can issue or reject the invoice.
 */
export const assignInvoice = operation({
  name: 'assignInvoice',
  method: 'POST',
  path: '/api/admin/invoice/hold',
  summary: '开始开票或放回',
  permission: 'issueInvoice',
  scope: { id: 'invoice' },
  input: z.object({ id: entityId, action: z.enum(['take', 'putBack']) }),
  output: invoiceRequest,
  errors: ['orders.invoiceNotFound', 'orders.invoiceRefused'],
});
