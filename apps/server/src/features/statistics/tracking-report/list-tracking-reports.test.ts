/** Tests the list of reports and the job that makes them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assembleReports } from '../../../app/assemble-reports.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { openReportFixture, type ReportFixture } from '../testing/report-fixture.ts';
import { runTrackingReport } from './run-tracking-report.ts';

testAccess('listTrackingReports', 'every user');

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await openReportFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('a finished report has its days and its code; only contributors see the list', async () => {
  const report = await fixture.aReport('week');
  expect(report).toMatchObject({
    state: 'done',
    steps: 4,
    period: 'week',
    from: expect.any(String),
    code: expect.stringContaining(report.id),
  });
  const path = `/api/report/tracking/list?bookId=${fixture.bookId}`;
  expect((await fixture.shop.call(path, { as: await fixture.shop.user('13978779992') })).code).toBe('statistics.notContributor');
});

test('a report that cannot be made is failed, and an interrupted one is made again', async () => {
  const { id } = await fixture.aReport('term');
  const run = (text: string) => fixture.shop.platform.db.pool.query(text, [id]);
  const stateOf = async () => (await run('select state from tracking_report where id = $1')).rows[0]?.state;
  const deps = assembleReports(fixture.shop.platform);
  const broken = { ...deps, typesetter: { ...deps.typesetter, typeset: () => Promise.reject(new Error('broken')) } };
  await run('delete from tracking_report_file where report_id = $1');
  await run(`update tracking_report set state = 'waiting' where id = $1`);
  await runTrackingReport({ ...broken, log: { ...deps.log, error: () => undefined } as typeof deps.log }, id, new AbortController().signal);
  expect(await stateOf()).toBe('failed');
  await run(`update tracking_report set state = 'waiting' where id = $1`);
  await expect(runTrackingReport(deps, id, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  expect(await stateOf()).toBe('running');
  await runTrackingReport(deps, id, new AbortController().signal);
  expect(await stateOf()).toBe('done');
});
