import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { authorStatistics, statisticsSelection } from './author-statistics.ts';

/**
 * Returns the statistics of a book for its contributors, as they were published after the last complete week, and the versions that they
 * can be limited to. Throws `statistics.notContributor`, `statistics.notPublished`.
 */
export const getAuthorStatistics = operation({
  name: 'getAuthorStatistics',
  method: 'GET',
  path: '/api/author/statistics',
  summary: '图书统计',
  permission: 'ownAccount',
  input: statisticsSelection,
  output: z.object({
    title: z.string(),
    /** Whether the reading was simulated for the demo. */
    isSimulated: z.boolean(),
    /** What the caller gets of issued royalty statements of the book that are not paid. */
    royaltyDueFen: z.number().int(),
    versions: z.array(z.object({ id: entityId, no: z.number().int() })),
    statistics: authorStatistics,
  }),
  errors: ['statistics.notContributor', 'statistics.notPublished'],
});
