import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { invoiceRequest } from './order.ts';

export const listInvoices = operation({
  name: 'listInvoices',
  method: 'GET',
  path: '/api/invoice/list',
  summary: '我的发票',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ items: z.array(invoiceRequest) }),
});
