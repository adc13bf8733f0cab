/** Tests of the retention of reported searches. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../../testing/test-server.ts';
import { CATALOG_LIMITS } from '../limits.ts';
import { deleteOldSearchReports } from './delete-old-search-reports.ts';

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
});
afterAll(() => shop?.close());

test('reported searches are deleted after half a year', async () => {
  for (let count = 0; count < 3; count++) {
    shop.platform.advanceClock?.(1_000);
    expect((await shop.call('/api/search/report', { body: { q: `没有的书 ${count}`, found: false } })).code).toBe('success');
  }
  expect(await deleteOldSearchReports(shop.platform)).toBe(0);
  shop.platform.advanceClock?.((CATALOG_LIMITS.searchReportDays + 1) * 86_400_000);
  expect(await deleteOldSearchReports(shop.platform)).toBe(3);
  const { rows } = await shop.platform.db.pool.query('select 1 from search_report');
  expect(rows).toEqual([]);
});
