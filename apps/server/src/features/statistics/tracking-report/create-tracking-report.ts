/** Begins the report on the use of a book. Throws `statistics.notContributor`, `statistics.notPublished`. */
import { newId, type StatisticsPeriod } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { requireAuthoredBook } from '../require-authored-book.ts';
import { lastCompleteWeek } from '../weeks.ts';
import { type ReportDependencies, TRACKING_REPORT_JOB } from './report-dependencies.ts';
import { findReport, putReport, type StoredReport } from './report-store.ts';
import { reportView } from './report-view.ts';

type Starting = Pick<ReportDependencies, 'db' | 'clock' | 'jobs'>;

/** Stores the report and sends the job that creates its files. Checks no permission: the caller does. Returns the stored report. */
export const startTrackingReport = ({ db, clock, jobs }: Starting, bookId: string, period: StatisticsPeriod): Promise<StoredReport> => {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const id = await putReport(tx, { id: newId(), bookId, period, week: lastCompleteWeek(now), now });
    const report = await findReport(tx, id);
    if (report === undefined) throw new Error('the report was not stored');
    if (report.state === 'waiting') await jobs.send(TRACKING_REPORT_JOB, { id }, { tx, singletonKey: id });
    return report;
  });
};

export const createTrackingReport: UseCase<'createTrackingReport', ReportDependencies> = async (
  dependencies,
  { reader },
  { bookId, period },
) => {
  await requireAuthoredBook(dependencies.db.orm, reader.userId, bookId);
  return reportView(await startTrackingReport(dependencies, bookId, period));
};
