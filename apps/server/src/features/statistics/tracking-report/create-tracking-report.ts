/** Begins the report on the use of a book. Throws `statistics.notContributor`, `statistics.notPublished`. */
import { newId } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { requireAuthoredBook } from '../require-authored-book.ts';
import { lastCompleteWeek } from '../weeks.ts';
import { type ReportDependencies, TRACKING_REPORT_JOB } from './report-dependencies.ts';
import { findReport, putReport } from './report-store.ts';
import { reportView } from './report-view.ts';

export const createTrackingReport: UseCase<'createTrackingReport', ReportDependencies> = async (
  { db, clock, jobs },
  { reader },
  { bookId, period },
) => {
  await requireAuthoredBook(db.orm, reader.userId, bookId);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const id = await putReport(tx, { id: newId(), bookId, period, week: lastCompleteWeek(now), now });
    const report = await findReport(tx, id);
    if (report === undefined) throw new Error('the report was not stored');
    if (report.state === 'waiting') await jobs.send(TRACKING_REPORT_JOB, { id }, { tx, singletonKey: id });
    return reportView(report);
  });
};
