/** Makes a report: freezes the published numbers, signs them, and prints the three formats. Runs as a job in any server process. */
import { CodedError } from '@shufang/contract';
import { findBook } from '../../catalog/find-books.ts';
import { getPublishedStatistics } from '../published-statistics.ts';
import { isSimulated } from '../release-store.ts';
import { type FrozenReport, sha256Of, signReport } from './frozen-report.ts';
import { printReport } from './print-report.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { findReport, freezeReport, type StoredReport, setReportState } from './report-store.ts';

const freeze = async (deps: ReportDependencies, { id, bookId, period }: StoredReport): Promise<void> => {
  const { orm } = deps.db;
  const book = await findBook(orm, bookId);
  if (book === undefined) throw new Error('the book of the report is gone');
  const { statistics } = await getPublishedStatistics(deps, { bookId, period });
  const report: FrozenReport = {
    id,
    bookId,
    title: book.title,
    publisher: book.publisher || (await deps.findOperatorName()),
    period,
    isSimulated: await isSimulated(orm, bookId),
    frozenAt: deps.clock.now(),
    statistics,
  };
  const frozen = JSON.stringify(report);
  const sha256 = sha256Of(frozen);
  await freezeReport(orm, id, { frozen, sha256, signature: signReport(deps.reportKey, id, sha256) });
};

/** Prints the PDF if the system has a font; without one it is printed when it is downloaded. */
const printPdf = async (deps: ReportDependencies, report: StoredReport): Promise<void> => {
  if (deps.typesetter.font !== undefined) await printReport(deps, report, 'pdf');
};

const make = async (deps: ReportDependencies, report: StoredReport, signal: AbortSignal): Promise<void> => {
  const { orm } = deps.db;
  if (report.frozen === null) await freeze(deps, report);
  const frozen = await findReport(orm, report.id);
  if (frozen === undefined) return;
  const steps = [
    async () => undefined,
    () => printReport(deps, frozen, 'xlsx'),
    () => printReport(deps, frozen, 'docx'),
    () => printPdf(deps, frozen),
  ];
  for (const [done, step] of steps.entries()) {
    signal.throwIfAborted();
    await step();
    await setReportState(orm, report.id, done + 1 === steps.length ? 'done' : 'running', done + 1);
  }
};

/** Throws only if the signal was aborted, so that the job is retried; every other failure is stored as the state of the report. */
export const runTrackingReport = async (deps: ReportDependencies, id: string, signal: AbortSignal): Promise<void> => {
  const report = await findReport(deps.db.orm, id);
  if (report === undefined || report.state === 'done') return;
  await setReportState(deps.db.orm, id, 'running', 0);
  try {
    await make(deps, report, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof CodedError)) deps.log.error({ err: error, reportId: id }, 'a tracking report failed');
    await setReportState(deps.db.orm, id, 'failed', 0);
  }
};
