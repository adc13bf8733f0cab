/** Tests the statistics of one version: what is hidden because it could be computed from those of all versions. */
import type { getAuthorStatistics, OutputOf } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted } from '../../testing/file-fixture.ts';
import { openStatisticsFixture, type StatisticsFixture } from './testing/statistics-fixture.ts';
import { lastCompleteWeek } from './weeks.ts';

const OTHER = '0'.repeat(26);
let fixture: StatisticsFixture;
let versionId: string;
beforeAll(async () => {
  fixture = await openStatisticsFixture();
  const { rows } = await query('select current_version_id as id from book where id = $1', [fixture.bookId]);
  versionId = String(rows[0]?.['id']);
  await query(
    `insert into book_version (id, book_id, no, state, source_sha256, source_file_name, metadata, manifest, chars, positions, created_at, released_at)
     select $2, book_id, 2, 'superseded', 'other', '', metadata, manifest, chars, positions, 0, 1 from book_version where id = $1`,
    [versionId, OTHER],
  );
}, 120_000);
afterAll(() => fixture?.shop.close());

const query = (text: string, values: unknown[] = []): Promise<{ rows: Record<string, unknown>[] }> =>
  fixture.shop.platform.db.pool.query(text, values);
/** Returns the statistics of a version, or of all of them, as if they were published now. */
const get = async (version?: string) => {
  await query('delete from stat_release');
  const of = version === undefined ? '' : `&versionId=${version}`;
  const path = `/api/author/statistics?bookId=${fixture.bookId}${of}`;
  return granted(await fixture.shop.call<OutputOf<typeof getAuthorStatistics>>(path, { as: fixture.author })).statistics;
};
const aReader = async (version: string): Promise<string> => {
  const id = await fixture.aReader();
  await query(
    `insert into reader_week (user_id, book_id, version_id, week, documents, seconds, days) values ($1, $2, $3, $4, '{0}', '{600}', '{1}')`,
    [id, fixture.bookId, version, lastCompleteWeek(fixture.shop.platform.clock.now())],
  );
  return id;
};
const practice = (userId: string, version: string, verdict: string) =>
  query(
    `insert into practice_answer (user_id, id, book_id, href, item_id, answer, hlc)
     values ($1, $1, $2, 'a', 'q', jsonb_build_object('versionId', $3::text, 'verdict', $4::text, 'answeredAt', 1), '')`,
    [userId, fixture.bookId, version, verdict],
  );

test('the readers of a version are hidden while fewer than five read only other versions', async () => {
  for (let reader = 0; reader < 6; reader += 1) await practice(await aReader(versionId), versionId, reader < 3 ? 'correct' : 'wrong');
  expect(await get(versionId)).toMatchObject({ readers: 5, medianMinutes: 10, practiceUsers: 5, practicePercent: 50 });
  for (let reader = 0; reader < 4; reader += 1) await practice(await aReader(OTHER), OTHER, 'correct');
  const hidden = await get(versionId);
  expect(hidden).not.toHaveProperty('medianMinutes');
  expect(hidden).not.toHaveProperty('practicePercent');
  expect(hidden.chapters.every(({ readers, weekReaders }) => readers === undefined && weekReaders.every((week) => week === null))).toBe(
    true,
  );
  expect(await get()).toMatchObject({ readers: 10, practiceUsers: 10, practicePercent: 70 });
  await practice(await aReader(OTHER), OTHER, 'correct');
  expect(await get(versionId)).toMatchObject({ readers: 5, medianMinutes: 10, practiceUsers: 5, practicePercent: 50 });
});
