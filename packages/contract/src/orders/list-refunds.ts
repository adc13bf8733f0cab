import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { adminOrderPage, orderBuyer } from './admin-order.ts';
import { order, paymentChannel, refund, refundStatus } from './order.ts';

const adminRefund = z.object({
  refund,
  order,
  buyer: orderBuyer,
  /** Channel of the refunded payment. */
  channel: paymentChannel,
  /** Share of the book read beyond its trial, 0 to 1; only for pending refunds. */
  readShare: z.number().optional(),
  /** Time of the last refund request to the payment provider, UTC ms; absent if there was none. */
  askedAt: z.number().int().optional(),
});

export type AdminRefund = z.output<typeof adminRefund>;

/** Lists refunds: pending ones the oldest first, others the newest first. */
export const listRefunds = operation({
  name: 'listRefunds',
  method: 'GET',
  path: '/api/admin/refund/list',
  summary: '退款申请',
  permission: 'approveRefund',
  scope: 'filtered',
  input: z.object({ status: refundStatus.optional(), ...adminOrderPage }),
  output: z.object({
    items: z.array(adminRefund),
    next: z.string().optional(),
    counts: z.record(refundStatus, z.number().int()),
  }),
});
