import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { order } from './order.ts';
import { orderPage } from './order-fields.ts';

/** Lists the caller's orders that can be invoiced (paid, not fully refunded, not yet invoiced), the newest first. */
export const listOrdersToInvoice = operation({
  name: 'listOrdersToInvoice',
  method: 'GET',
  path: '/api/invoice/orders',
  summary: '可以开票的订单',
  permission: 'ownAccount',
  input: z.object(orderPage),
  output: z.object({ items: z.array(order), next: z.string().optional() }),
});
