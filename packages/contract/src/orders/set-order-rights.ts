import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { orderNo } from './order.ts';

/** Suspends the entitlements of an order, e.g. during a payment dispute, or resumes them. Annotations stay readable; the term continues. */
export const setOrderRights = operation({
  name: 'setOrderRights',
  method: 'POST',
  path: '/api/admin/order/rights',
  summary: '暂停或恢复订单的阅读权限',
  permission: 'approveRefund',
  scope: 'filtered',
  input: z.object({
    no: orderNo,
    status: z.enum(['suspended', 'active']),
    /** Reason that the reader sees while the entitlements are suspended. */
    reason: z.string().trim().min(1, '请写明原因').max(200, '原因不能超过 200 个字'),
  }),
  output: z.object({ changed: z.number().int() }),
  errors: ['orders.notFound', 'orders.shared', 'orders.rightsUnchanged'],
});
