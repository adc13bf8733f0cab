import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { trackingReport } from './tracking-report.ts';

/** Returns the reports on a book for its contributors, the newest first. Throws `statistics.notContributor`, `statistics.notPublished`. */
export const listTrackingReports = operation({
  name: 'listTrackingReports',
  method: 'GET',
  path: '/api/report/tracking/list',
  summary: '使用跟踪报告',
  permission: 'ownAccount',
  input: z.object({ bookId: entityId }),
  output: z.object({ items: z.array(trackingReport) }),
  errors: ['statistics.notContributor', 'statistics.notPublished'],
});
