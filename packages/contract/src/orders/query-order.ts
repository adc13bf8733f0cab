import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { order, orderNo } from './order.ts';

/**
 * Queries the payment providers for the state of an order and its refunds, and brings the order up to date: records payments, grants books,
 * closes expired orders.
 */
export const queryOrder = operation({
  name: 'queryOrder',
  method: 'POST',
  path: '/api/admin/order/query',
  summary: '向支付平台再查一次',
  permission: 'approveRefund',
  scope: 'filtered',
  input: z.object({ no: orderNo }),
  output: z.object({ order }),
  errors: ['orders.notFound', 'orders.shared', 'orders.channelFailed'],
});
