import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { orderNo, orderStatus } from './order.ts';
import { orderByNo } from './order-fields.ts';

/** Returns the status of an order. Sometimes queries the payment provider, because its notification may have been lost. */
export const pollOrder = operation({
  name: 'pollOrder',
  method: 'GET',
  path: '/api/order/poll',
  summary: '查询支付结果',
  // Requires no permission to buy: users who may not buy can still see their own orders.
  permission: 'ownAccount',
  input: orderByNo,
  output: z.object({ no: orderNo, status: orderStatus, expireAt: z.number().int(), now: z.number().int() }),
  errors: ['orders.notFound'],
});
