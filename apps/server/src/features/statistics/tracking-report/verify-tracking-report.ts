/** Verifies the code of a report. Throws `report.unknown`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { type FrozenReport, isReportSigned, partsOfCode, publicKeyText, sha256Of } from './frozen-report.ts';
import type { ReportDependencies } from './report-dependencies.ts';
import { findReport, listReportFiles } from './report-store.ts';

export const verifyTrackingReport: UseCase<'verifyTrackingReport', ReportDependencies> = async ({ db, reportKey }, _caller, { code }) => {
  const { id, signature } = partsOfCode(code) ?? { id: '', signature: '' };
  const report = id === '' ? undefined : await findReport(db.orm, id);
  if (report === undefined || report.sha256 === null || report.frozen === null || !isReportSigned(reportKey, id, report.sha256, signature))
    throw new CodedError('report.unknown');
  const { title, publisher, frozenAt, statistics } = JSON.parse(report.frozen) as FrozenReport;
  const files = await listReportFiles(db.orm, id);
  return {
    isIntact: sha256Of(report.frozen) === report.sha256 && files.every(({ bytes, sha256 }) => sha256Of(bytes) === sha256),
    title,
    publisher,
    from: statistics.from,
    to: statistics.to,
    frozenAt,
    sha256: report.sha256,
    signature,
    publicKey: publicKeyText(reportKey),
    files: files.map(({ format, sha256 }) => ({ format, sha256 })),
  };
};
