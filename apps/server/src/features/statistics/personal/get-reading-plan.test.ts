/** Tests what a user sees of the own reading goal. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../../testing/test-access.ts';
import { openTestServer, type TestServer } from '../../../testing/test-server.ts';

testAccess('getReadingPlan', 'every user');

let shop: TestServer;
beforeAll(async () => {
  shop = await openTestServer();
}, 120_000);
afterAll(() => shop?.close());

test('the progress is the time of today and the days of this week with a minute or more', async () => {
  const reader = await shop.user('13966660011');
  const plan = async () => (await shop.call('/api/stat/plan?today=2026-11-29', { as: reader })).payload;
  expect(await plan()).toEqual({ goal: null, hasNotices: true, todaySeconds: 0, weekDays: 0 });
  const days = [
    ['2026-11-22', 900],
    ['2026-11-23', 60],
    ['2026-11-24', 59],
    ['2026-11-29', 600],
    ['2026-11-30', 600],
  ] as const;
  for (const [day, seconds] of days) {
    await shop.platform.db.pool.query(`insert into reading_day values ($1, 'devicea', 'book', $2, $3)`, [reader.id, day, seconds]);
  }
  expect(await plan()).toEqual({ goal: null, hasNotices: true, todaySeconds: 600, weekDays: 2 });
});
