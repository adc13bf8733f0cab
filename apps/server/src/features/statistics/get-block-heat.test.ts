/** Tests the heat of blocks: who sees it, what is hidden, and that it stays for a week. */
import type { getBlockHeat, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../platform/china-time.ts';
import { granted } from '../../testing/file-fixture.ts';
import { testAccess } from '../../testing/test-access.ts';
import { openStatisticsFixture, type StatisticsFixture } from './testing/statistics-fixture.ts';
import { lastCompleteWeek } from './weeks.ts';

testAccess('getBlockHeat', 'every user');

let fixture: StatisticsFixture;
let versionId: string;
let href: string;
beforeAll(async () => {
  fixture = await openStatisticsFixture();
  const { rows } = await query(
    `select v.id, v.manifest->'readingOrder'->0->>'href' as href from book b join book_version v on v.id = b.current_version_id where b.id = $1`,
    [fixture.bookId],
  );
  versionId = String(rows[0]?.['id']);
  href = String(rows[0]?.['href']);
}, 120_000);
afterAll(() => fixture?.shop.close());

const query = (text: string, values: unknown[] = []): Promise<{ rows: Record<string, unknown>[] }> =>
  fixture.shop.platform.db.pool.query(text, values);
const call = (change: object = {}, as = fixture.author) =>
  fixture.shop.call<OutputOf<typeof getBlockHeat>>(
    `/api/author/statistics/blocks?${new URLSearchParams({ bookId: fixture.bookId, versionId, href, ...change })}`,
    { as },
  );
const get = async () => granted(await call()).heat;
/** Stores the seconds of a reader in the first blocks on the Monday of the last complete week. */
const read = async (blockSeconds: number[]) => {
  const userId = await fixture.aReader();
  await query(`insert into block_time values ($1, $2, $3, 0, $4, 'devicea', 600, $5)`, [
    userId,
    fixture.bookId,
    versionId,
    lastCompleteWeek(fixture.shop.platform.clock.now()),
    blockSeconds,
  ]);
  await query('insert into stale_day values ($1, $2) on conflict do nothing', [
    fixture.bookId,
    lastCompleteWeek(fixture.shop.platform.clock.now()),
  ]);
  return userId;
};

test('only contributors see the heat, and only of a document of the version', async () => {
  const other = await fixture.shop.user('13978779998');
  expect((await call({}, other)).code).toBe('statistics.notContributor');
  expect((await call({ href: 'none' })).code).toBe('catalog.bookNotFound');
  expect((await call({ versionId: '0'.repeat(26) })).code).toBe('catalog.bookNotFound');
  expect((await call({ bookId: fixture.draftId })).code).toBe('statistics.notPublished');
});

test('a block that fewer than five readers read is hidden, and published numbers stay for a week', async () => {
  const empty = await get();
  expect(empty.blocks.length).toBeGreaterThan(2);
  expect(empty.blocks.every((block) => block.medianSeconds === undefined && block.readers === undefined)).toBe(true);
  for (const seconds of [10, 20, 30, 40, 50, 60]) await read([seconds, seconds < 50 ? seconds : 1, 1]);
  expect(await get()).toEqual(empty);
  await query('delete from stat_release');
  const { blocks, from, to } = await get();
  const week = lastCompleteWeek(fixture.shop.platform.clock.now());
  expect([from, to]).toEqual([week, addDays(week, 6)]);
  expect(blocks[0]).toMatchObject({ readers: 5, medianSeconds: 35 });
  expect(blocks.slice(1).every((block) => block.medianSeconds === undefined && block.readers === undefined)).toBe(true);
});

test('a reader who has switched the recording off is not counted', async () => {
  const { rows } = await query(`select user_id from block_time where block_seconds[1] >= 50`);
  for (const { user_id: userId } of rows) await query('insert into time_recording values ($1, false, 0)', [userId]);
  await query('delete from stat_release');
  expect((await get()).blocks[0]).not.toHaveProperty('medianSeconds');
});
