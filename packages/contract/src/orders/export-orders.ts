import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Exports the caller's orders as a table (xlsx), at most the newest 5,000. */
export const exportOrders = operation({
  name: 'exportOrders',
  method: 'GET',
  path: '/api/order/export',
  summary: '导出订单',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ fileName: z.string(), base64: z.string() }),
});
