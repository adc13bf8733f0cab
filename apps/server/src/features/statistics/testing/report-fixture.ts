/** Reports of the book of `statistics-fixture.ts`, made by the job. */
import type { ReportFormat, StatisticsPeriod, TrackingReport } from '@shufang/contract';
import { assembleReports } from '../../../app/assemble-reports.ts';
import { granted } from '../../../testing/file-fixture.ts';
import type { TestUser } from '../../../testing/test-server.ts';
import { runTrackingReport } from '../tracking-report/run-tracking-report.ts';
import { openStatisticsFixture, type StatisticsFixture } from './statistics-fixture.ts';

export interface ReportFixture extends StatisticsFixture {
  readonly create: (period: StatisticsPeriod, as?: TestUser, bookId?: string) => ReturnType<StatisticsFixture['shop']['call']>;
  /** Makes a report as the job does and returns it as its authors see it. */
  readonly aReport: (period: StatisticsPeriod) => Promise<TrackingReport>;
  readonly file: (reportId: string, format: ReportFormat) => Promise<Buffer>;
}

export const openReportFixture = async (): Promise<ReportFixture> => {
  const fixture = await openStatisticsFixture();
  await fixture.shop.platform.jobs.start();
  const { shop, author } = fixture;
  const create = (period: StatisticsPeriod, as = author, bookId = fixture.bookId) =>
    shop.call<TrackingReport>('/api/report/tracking', { as, body: { bookId, period } });
  return {
    ...fixture,
    create,
    aReport: async (period) => {
      const { id } = granted(await create(period));
      await runTrackingReport(assembleReports(shop.platform), id, new AbortController().signal);
      const listed = await shop.call<{ items: TrackingReport[] }>(`/api/report/tracking/list?bookId=${fixture.bookId}`, { as: author });
      const report = granted(listed).items.find((one) => one.id === id);
      if (report === undefined) throw new Error('the report is not listed');
      return report;
    },
    file: async (reportId, format) => {
      const path = `/api/report/tracking/file?reportId=${reportId}&format=${format}`;
      return Buffer.from(granted(await shop.call<{ base64: string }>(path, { as: author })).base64, 'base64');
    },
  };
};
