import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { statisticsSelection } from './author-statistics.ts';

/**
 * Returns the statistics of a book as an Excel workbook: the same numbers as `getAuthorStatistics`, with their definitions. Throws
 * `statistics.notContributor`, `statistics.notPublished`.
 */
export const exportAuthorStatistics = operation({
  name: 'exportAuthorStatistics',
  method: 'GET',
  path: '/api/author/statistics/export',
  summary: '导出图书统计',
  permission: 'ownAccount',
  input: statisticsSelection,
  output: z.object({ fileName: z.string(), base64: z.string() }),
  errors: ['statistics.notContributor', 'statistics.notPublished'],
});
