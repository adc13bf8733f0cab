/** Prints a frozen report in one format. The same report has the same bytes. */
import type { ReportFormat } from '@shufang/contract';
import { workbookWriter } from '../../../platform/isolated-workbook.ts';
import { docxWriter } from '../../../platform/office/isolated-docx.ts';
import { codeOfReport, type FrozenReport, sha256Of } from './frozen-report.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { type ReportSeal, reportDocument, reportSheets } from './report-document.ts';
import { putReportFile, type ReportFile, type StoredReport } from './report-store.ts';

const bytesOf = async (
  { typesetter }: Pick<ReportDependencies, 'typesetter'>,
  report: FrozenReport,
  seal: ReportSeal,
  format: ReportFormat,
): Promise<Uint8Array> => {
  switch (format) {
    case 'xlsx':
      return Buffer.from(await workbookWriter.run(reportSheets(report, seal)), 'base64');
    case 'docx':
      return docxWriter.run(reportDocument(report, seal));
    case 'pdf':
      return typesetter.typeset(reportDocument(report, seal));
  }
};

/** Prints a report and stores the file. Throws `print.noFont`, `print.failed`, `request.invalid`, `request.tooMany`. */
export const printReport = async (
  deps: Pick<ReportDependencies, 'db' | 'typesetter' | 'verifyUrl'>,
  { id, frozen, sha256, signature }: StoredReport,
  format: ReportFormat,
): Promise<ReportFile> => {
  if (frozen === null || sha256 === null || signature === null) throw new Error('the report is not frozen');
  const seal: ReportSeal = { sha256, code: codeOfReport(id, signature), verifyUrl: deps.verifyUrl };
  const bytes = Buffer.from(await bytesOf(deps, JSON.parse(frozen) as FrozenReport, seal, format));
  const file: ReportFile = { format, bytes, sha256: sha256Of(bytes) };
  await putReportFile(deps.db.orm, id, file);
  return file;
};
