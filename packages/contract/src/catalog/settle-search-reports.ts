import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Marks the reports of a query as done, up to the last one seen (`lastAt`). Idempotent. */
export const settleSearchReports = operation({
  name: 'settleSearchReports',
  method: 'POST',
  path: '/api/admin/search/settle',
  summary: '处理完没有找到的搜索',
  permission: 'curate',
  scope: 'platform',
  input: z.object({ key: z.string().min(1).max(1_000), lastAt: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  output: z.object({ settled: z.number().int() }),
});
