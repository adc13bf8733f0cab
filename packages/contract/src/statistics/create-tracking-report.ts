import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { statisticsPeriod } from './author-statistics.ts';
import { trackingReport } from './tracking-report.ts';

/**
 * Begins the report on the use of a book in a period up to the last complete week, and returns it. Returns the existing report if there is
 * one, and begins a failed one again. Throws `statistics.notContributor`, `statistics.notPublished`.
 */
export const createTrackingReport = operation({
  name: 'createTrackingReport',
  method: 'POST',
  path: '/api/report/tracking',
  summary: '生成使用跟踪报告',
  permission: 'ownAccount',
  input: z.object({ bookId: entityId, period: statisticsPeriod }),
  output: trackingReport,
  errors: ['statistics.notContributor', 'statistics.notPublished'],
});
