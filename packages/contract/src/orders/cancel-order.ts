import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { order } from './order.ts';
import { orderByNo } from './order-fields.ts';

/** Cancels an unpaid order. Queries the payment provider first: if the order was paid in the meantime, returns it as paid. */
export const cancelOrder = operation({
  name: 'cancelOrder',
  method: 'POST',
  path: '/api/order/cancel',
  summary: '取消订单',
  permission: 'buy',
  input: orderByNo,
  output: z.object({ order }),
  errors: ['orders.notFound', 'orders.notPayable', 'orders.channelFailed'],
});
