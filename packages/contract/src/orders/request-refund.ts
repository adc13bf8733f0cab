import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { order, orderNo, refund } from './order.ts';

export const requestRefund = operation({
  name: 'requestRefund',
  method: 'POST',
  path: '/api/order/refund',
  summary: '申请退款',
  permission: 'buy',
  input: z.object({
    no: orderNo,
    /** Ids of the books to refund in an order of several books; empty for all that remain. */
    bookIds: z.array(entityId).max(LIMITS.collectionItems).default([]),
    reason: z.string().trim().max(200, '原因不能超过 200 个字').default(''),
  }),
  output: z.object({ order, refund }),
  errors: ['orders.notFound', 'orders.refundRefused'],
});
