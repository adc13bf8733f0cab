import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { orderFilter } from './admin-order.ts';

/** Exports the matching orders as a table (xlsx), at most the newest 5,000. Not stored for replay, because it contains personal data. */
export const exportAllOrders = operation({
  name: 'exportAllOrders',
  method: 'POST',
  path: '/api/admin/order/export',
  summary: '导出全部订单',
  permission: 'approveRefund',
  scope: 'filtered',
  isIdempotent: true,
  input: z.object(orderFilter),
  output: z.object({ fileName: z.string(), base64: z.string(), orders: z.number().int() }),
});
