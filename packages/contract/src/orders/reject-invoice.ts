import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { invoiceRequest } from './order.ts';

export const rejectInvoice = operation({
  name: 'rejectInvoice',
  method: 'POST',
  path: '/api/admin/invoice/reject',
  summary: '退回发票申请',
  permission: 'issueInvoice',
  scope: { id: 'invoice' },
  input: z.object({ id: entityId, reply: z.string().trim().min(1, '请写明退回的原因').max(200) }),
  output: invoiceRequest,
  errors: ['orders.invoiceNotFound', 'orders.invoiceRefused'],
});
