import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { reportFormat } from './tracking-report.ts';

/**
 * Returns a file of a finished report to the contributors of its book. Throws `report.notFound`, also for a report that is not finished;
 * as PDF also `print.noFont`, `print.failed`.
 */
export const downloadTrackingReport = operation({
  name: 'downloadTrackingReport',
  method: 'GET',
  path: '/api/report/tracking/file',
  summary: '下载使用跟踪报告',
  permission: 'ownAccount',
  input: z.object({ reportId: entityId, format: reportFormat }),
  output: z.object({ fileName: z.string(), base64: z.string() }),
  errors: ['report.notFound', 'print.noFont', 'print.failed'],
});
