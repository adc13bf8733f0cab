import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { orderNo, refund } from './order.ts';

/**
 * Refunds an order without a request by the reader: for some of its books, whose entitlements end, or an amount, which ends none. After a
 * full refund, all entitlements of the order end.
 */
export const refundOrder = operation({
  name: 'refundOrder',
  method: 'POST',
  path: '/api/admin/order/refund',
  summary: '退款（财务发起）',
  permission: 'approveRefund',
  scope: 'filtered',
  input: z
    .object({
      no: orderNo,
      bookIds: z.array(entityId).max(LIMITS.collectionItems).default([]),
      /** Amount to refund in fen; absent if the price paid for the books in `bookIds` is refunded. */
      amountFen: z.coerce.number().int().min(1, '退款金额须大于 0').max(LIMITS.priceFenMax).optional(),
      /** Reason for the refund, which the reader sees. */
      reason: z.string().trim().min(1, '请写明退款的原因').max(200, '原因不能超过 200 个字'),
    })
    .refine(({ bookIds, amountFen }) => bookIds.length > 0 || amountFen !== undefined, {
      message: '请选择图书或填写金额',
      path: ['amountFen'],
    }),
  output: z.object({ refund }),
  errors: ['orders.notFound', 'orders.shared', 'orders.refundRefused'],
});
