/** The dependencies of the reports on the use of books. */
import { createReportKey } from '../features/statistics/tracking-report/frozen-report.ts';
import type { ReportDependencies } from '../features/statistics/tracking-report/report-dependencies.ts';
import type { Platform } from './open-platform.ts';
import { operatorNameOf } from './operator-name.ts';
import { deriveKey } from './secrets.ts';

export const assembleReports = (platform: Platform): ReportDependencies => {
  const { db, clock, jobs, log, typesetter, secret, config } = platform;
  return {
    db,
    clock,
    jobs,
    log,
    typesetter,
    reportKey: createReportKey(deriveKey(secret, 'tracking-reports')),
    verifyUrl: new URL('/report', config.publicUrl).href,
    findOperatorName: operatorNameOf(platform),
  };
};
