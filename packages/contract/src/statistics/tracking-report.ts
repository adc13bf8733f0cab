/** Reports on the use of a book (使用跟踪报告): published statistics that are frozen, signed and printed. */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { calendarDay } from '../reading/reading-day.ts';
import { statisticsPeriod } from './author-statistics.ts';

export const reportFormat = z.enum(['pdf', 'docx', 'xlsx']);
export type ReportFormat = z.output<typeof reportFormat>;

/** Steps of the making of a report: the numbers, the workbook, the Word document, the PDF. */
export const REPORT_STEPS = 4;

export const trackingReport = z.object({
  id: entityId,
  period: statisticsPeriod,
  /** First and last day; absent until the numbers are frozen. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Steps that are done, of `REPORT_STEPS`. */
  steps: z.number().int(),
  createdAt: z.number().int(),
  /** Code with which anyone can verify the report; absent until it is signed. */
  code: z.string().optional(),
});
export type TrackingReport = z.output<typeof trackingReport>;
