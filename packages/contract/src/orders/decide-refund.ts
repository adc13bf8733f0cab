import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { refund } from './order.ts';

/** Approves or rejects a requested refund, or retries a failed one (`approve`). */
export const decideRefund = operation({
  name: 'decideRefund',
  method: 'POST',
  path: '/api/admin/refund/decide',
  summary: '处理退款申请',
  permission: 'approveRefund',
  scope: { id: 'refund' },
  input: z
    .object({
      id: entityId,
      decision: z.enum(['approve', 'reject']),
      /** Reply that the reader sees; required for a rejection. */
      reply: z.string().trim().max(200).default(''),
    })
    .refine(({ decision, reply }) => decision === 'approve' || reply !== '', { message: '请写明不同意的原因', path: ['reply'] }),
  output: z.object({ refund }),
  errors: ['orders.refundNotFound', 'orders.refundDecided'],
});
