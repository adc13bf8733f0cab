/** Tests the statistics of a book over HTTP: who sees them, what is hidden, and that published numbers stay for a week. */
import type { getAuthorStatistics, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { markSimulated } from './release-store.ts';
import { openStatisticsFixture, type StatisticsFixture } from './testing/statistics-fixture.ts';

testAccess('getAuthorStatistics', 'every user');

let fixture: StatisticsFixture;
beforeAll(async () => {
  fixture = await openStatisticsFixture();
}, 120_000);
afterAll(() => fixture?.shop.close());

const call = (query: string, as = fixture.author) =>
  fixture.shop.call<OutputOf<typeof getAuthorStatistics>>(`/api/author/statistics?${query}`, { as });
const get = async (query = '') => granted(await call(`bookId=${fixture.bookId}${query}`));
/** Lets the next request compute the statistics again, as after the end of a week. */
const forget = () => fixture.shop.platform.db.pool.query('delete from stat_release');

test('only contributors see the statistics, and only of a book that was published', async () => {
  const other = await fixture.shop.user('13978779999');
  expect((await call(`bookId=${fixture.bookId}`, other)).code).toBe('statistics.notContributor');
  expect((await call(`bookId=${fixture.draftId}`)).code).toBe('statistics.notPublished');
  expect((await call(`bookId=${fixture.bookId}&institutionId=${'0'.repeat(26)}&classKind=alone`)).code).toBe('request.invalid');
});

test('numbers about fewer than five readers are hidden; from five on they are shown, for a week as they were published', async () => {
  const readers = await Promise.all(Array.from({ length: 6 }, () => fixture.aReader()));
  for (const id of readers.slice(0, 4)) await fixture.read(id, 300);
  const hidden = await get();
  expect(hidden).toMatchObject({ title: '论语选读', isSimulated: false, versions: [{ no: 1 }] });
  expect(hidden.statistics).not.toHaveProperty('readers');
  expect(hidden.statistics).not.toHaveProperty('hours');
  expect(hidden.statistics.days.every((day) => day.readers === null)).toBe(true);

  for (const id of readers.slice(4)) await fixture.read(id, 600);
  await fixture.read(readers[0] ?? '', 300, 2);
  expect((await get()).statistics).toEqual(hidden.statistics);
  await forget();
  const { statistics } = await get();
  expect(statistics).toMatchObject({ readers: 5, newReaders: 5, weekActive: 5, monthActive: 5, medianMinutes: 8, hours: 1 });
  expect(statistics.days.filter((day) => day.readers !== null)).toEqual([{ day: statistics.weeks.at(-1), readers: 5 }]);
  expect(statistics.chapters[0]).toMatchObject({ readers: 5, reachedPercent: 100, rereadPercent: 17 });
  expect(statistics.chapters[0]?.weekReaders.at(-1)).toBe(5);
});

test('a filter has no sums over readers, and a group that would disclose a small one is hidden', async () => {
  const alone = (await get('&classKind=alone')).statistics;
  expect(alone).toMatchObject({ readers: 5, days: [], highlighted: [] });
  expect(alone).not.toHaveProperty('hours');
  expect(alone).not.toHaveProperty('sales');
  const late = await fixture.aReader();
  await fixture.read(late, 300);
  await fixture.shop.platform.db.pool.query(
    `with made as (insert into class_group (id, teacher_name, name, term, book_id, version_id, code, created_at)
       values ('class', '', '', '', $1, 'v', 'code', 0))
     insert into class_member (class_id, user_id, status, name, joined_at) values ('class', $2, 'active', '', 0)`,
    [fixture.bookId, late],
  );
  await forget();
  expect((await get('&classKind=alone')).statistics).not.toHaveProperty('readers');
  expect((await get()).statistics).toMatchObject({ readers: 5 });
});

test('a reader who has switched the recording off is absent', async () => {
  await fixture.shop.platform.db.pool.query(
    `insert into time_recording select distinct user_id, false, 0 from reader_week order by 1 limit 3`,
  );
  await forget();
  expect((await get()).statistics).not.toHaveProperty('readers');
});

test('simulated reading is marked', async () => {
  await markSimulated(fixture.shop.platform.db.orm, fixture.bookId);
  expect((await get()).isSimulated).toBe(true);
});
