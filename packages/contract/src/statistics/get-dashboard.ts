import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { statisticsPeriod } from './author-statistics.ts';
import { dashboard } from './dashboard.ts';

/**
 * Returns the numbers of the books of the caller's publishers, or of all books, up to the last complete week. Each part is limited to what
 * the caller may see by the permission of that part.
 */
export const getDashboard = operation({
  name: 'getDashboard',
  method: 'GET',
  path: '/api/admin/dashboard',
  summary: '经营数据',
  permission: 'seeDashboard',
  scope: 'filtered',
  input: z.object({ period: statisticsPeriod.default('term') }),
  output: dashboard,
});
