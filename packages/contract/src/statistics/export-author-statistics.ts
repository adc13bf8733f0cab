import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { statisticsSelection } from './author-statistics.ts';

/**
 * Returns the statistics of a book as an Excel workbook: the same numbers as `getAuthorStatistics`, with their definitions, and two versions
 * beside each other if the book has two. Throws `statistics.notContributor`, `statistics.notPublished`.
 */
export const exportAuthorStatistics = operation({
  name: 'exportAuthorStatistics',
  method: 'GET',
  path: '/api/author/statistics/export',
  summary: '导出图书统计',
  permission: 'ownAccount',
  input: statisticsSelection.extend({
    /** The compared versions; the newest two if they are absent or unknown. */
    left: entityId.optional(),
    right: entityId.optional(),
  }),
  output: z.object({ fileName: z.string(), base64: z.string() }),
  errors: ['statistics.notContributor', 'statistics.notPublished'],
});
