/** Returns a file of a report; prints it first if it could not be printed before. Throws `report.notFound`, `print.noFont`, `print.failed`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { listAuthoredBooks } from '../../catalog/authors/authored-books.ts';
import type { FrozenReport } from './frozen-report.ts';
import { printReport } from './print-report.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { findReport, listReportFiles } from './report-store.ts';

export const downloadTrackingReport: UseCase<'downloadTrackingReport', ReportDependencies> = async (
  deps,
  { reader },
  { reportId, format },
) => {
  const { orm } = deps.db;
  const report = await findReport(orm, reportId);
  const own = await listAuthoredBooks(orm, reader.userId);
  if (report?.state !== 'done' || report.frozen === null || !own.some(({ bookId }) => bookId === report.bookId))
    throw new CodedError('report.notFound');
  const stored = (await listReportFiles(orm, reportId)).find((file) => file.format === format);
  const { bytes } = stored ?? (await printReport(deps, report, format));
  const { title, statistics } = JSON.parse(report.frozen) as FrozenReport;
  return { fileName: `${title}-使用跟踪报告-${statistics.to}.${format}`, base64: bytes.toString('base64') };
};
