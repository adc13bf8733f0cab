/** Registers the operations of statistics. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { getDashboard } from './dashboard/get-dashboard.ts';
import { exportAuthorStatistics } from './export-author-statistics.ts';
import { getAuthorStatistics } from './get-author-statistics.ts';
import { getBlockHeat } from './get-block-heat.ts';
import { getCounterReport } from './license-use/get-counter-report.ts';
import { getLicenseUse } from './license-use/get-license-use.ts';
import { getReadingHistory } from './personal/get-reading-history.ts';
import { getReadingPlan } from './personal/get-reading-plan.ts';
import { setReadingPlan } from './personal/set-reading-plan.ts';
import { createTrackingReport } from './tracking-report/create-tracking-report.ts';
import { downloadTrackingReport } from './tracking-report/download-tracking-report.ts';
import { listTrackingReports } from './tracking-report/list-tracking-reports.ts';
import type { ReportDependencies } from './tracking-report/report-dependencies.ts';
import { verifyTrackingReport } from './tracking-report/verify-tracking-report.ts';

export const registerStatisticsRoutes = (router: Router, dependencies: ReportDependencies): void =>
  register(router, dependencies, {
    getAuthorStatistics,
    getBlockHeat,
    exportAuthorStatistics,
    getDashboard,
    getLicenseUse,
    getCounterReport,
    getReadingHistory,
    getReadingPlan,
    setReadingPlan,
    createTrackingReport,
    listTrackingReports,
    downloadTrackingReport,
    verifyTrackingReport,
  });
