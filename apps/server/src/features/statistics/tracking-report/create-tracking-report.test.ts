/** Tests who begins a report, and that a book has one report of a period and week. */
import type { TrackingReport } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../../testing/file-fixture.ts';
import { testAccess } from '../../../testing/test-access.ts';
import { testIdempotency } from '../../../testing/test-idempotency.ts';
import { openReportFixture, type ReportFixture } from '../testing/report-fixture.ts';
import { makeContributor } from '../testing/statistics-fixture.ts';

testAccess('createTrackingReport', 'every user');
testIdempotency('createTrackingReport', async ({ shop, bookId, aUser, query }) => {
  // Each request is the first one for a report of the book.
  await query('delete from tracking_report');
  const author = await aUser();
  await makeContributor(shop, bookId, author.id);
  return { as: author, body: { bookId, period: 'week' } };
});

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await openReportFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

test('a second request returns the same report, another period another one', async () => {
  const [first, again, other] = [await fixture.create('term'), await fixture.create('term'), await fixture.create('all')].map(
    (response) => granted(response) as TrackingReport,
  );
  expect(again?.id).toBe(first?.id);
  expect(other?.id).not.toBe(first?.id);
  expect(['waiting', 'running', 'done']).toContain(first?.state);
});

test('a failed report begins again', async () => {
  const { id } = granted(await fixture.create('week')) as TrackingReport;
  await fixture.shop.platform.db.pool.query(`update tracking_report set state = 'failed', frozen = null where id = $1`, [id]);
  const again = granted(await fixture.create('week')) as TrackingReport;
  expect([again.id, again.state]).toEqual([id, 'waiting']);
});

test('only contributors of a published book begin one', async () => {
  expect((await fixture.create('week', await fixture.shop.user('13978779991'))).code).toBe('statistics.notContributor');
  expect((await fixture.create('week', fixture.author, fixture.draftId)).code).toBe('statistics.notPublished');
});
