/** Compares every stored statistic of a simulated term with plain loops over the same reading times. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, mondayOf } from '../../platform/china-time.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { countBlockReaders } from './block-counts.ts';
import { rollUpDays } from './roll-up-days.ts';
import {
  countBlocks,
  randomFrom,
  SIMULATED_BOOK,
  SIMULATED_VERSION,
  type SimulatedTime,
  seenBy,
  simulateTimes,
  storeTimes,
} from './testing/simulated-reading.ts';

const DAYS = Array.from({ length: 40 }, (_, index) => addDays('2026-09-01', index));
const DOCUMENTS = [7, 12, 3, 20];

let database: TestDatabase;
let times: SimulatedTime[];
beforeAll(async () => {
  database = await createTestDatabase();
  times = simulateTimes({
    random: randomFrom(Number(process.env['PROPERTY_SEED'] ?? 1)),
    readers: 30,
    days: DAYS,
    documents: DOCUMENTS,
    activity: 0.3,
  });
  await storeTimes(database, times);
});
afterAll(() => database?.drop());

const query = async <Found>(text: string, values: unknown[] = []): Promise<Found[]> =>
  (await database.db.pool.query(text, values)).rows as Found[];

test('a term counted day by day equals plain loops over the same reading times, in every cell', async () => {
  expect(await rollUpDays(database)).toBe(new Set(times.map(({ day }) => day)).size);
  const seen = await query<{ user_id: string; document: number; seen: string }>(`
    select r.user_id, d.document, d.seen::text as seen
    from reader_seen r cross join lateral unnest(r.documents, r.seen) as d (document, seen)`);
  expect(seen.length).toBe(new Set(times.map(({ userId, document }) => `${userId} ${document}`)).size);
  expect(seen).toEqual(seen.map((row) => ({ ...row, seen: seenBy(times, row.user_id, row.document) })));

  const weeks = await query<{ cell: string; seconds: number }>(`
    select w.user_id || ' ' || w.week || ' ' || r.document as cell, r.seconds
    from reader_week w cross join lateral unnest(w.documents, w.seconds) as r (document, seconds)`);
  const expected = new Map<string, number>();
  for (const { userId, day, document, seconds } of times) {
    const cell = `${userId} ${mondayOf(day)} ${document}`;
    expected.set(cell, (expected.get(cell) ?? 0) + seconds);
  }
  expect(new Map(weeks.map(({ cell, seconds }) => [cell, seconds]))).toEqual(expected);
});

test.each(DOCUMENTS.map((blocks, document) => [document, blocks]))(
  'readers and medians of the blocks of document %i equal plain loops',
  async (document, blocks) => {
    const weeks = [...new Set(DAYS.map(mondayOf))];
    const found = await countBlockReaders(database.db.orm, { bookId: SIMULATED_BOOK, versionId: SIMULATED_VERSION, document }, weeks);
    const expected = countBlocks(times, document);
    expect(expected.length).toBe(blocks);
    expect(Array.from({ length: blocks }, (_, block) => found.get(block))).toEqual(expected);
  },
);

test('counting a day again changes nothing, and a later report of the same day is added', async () => {
  await rollUpDays(database);
  const all = () =>
    query(
      `select *, seen::text from reader_week full join reader_seen using (book_id, version_id, user_id) order by week, user_id, version_id`,
    );
  const before = await all();
  await query('insert into stale_day select distinct book_id, day from block_time');
  await rollUpDays(database);
  expect(await all()).toEqual(before);

  const late = {
    userId: 'late',
    document: 0,
    day: DAYS[0] ?? '',
    deviceId: 'device0001',
    seconds: 70,
    blockSeconds: [70, 0, 0, 0, 0, 0, 0],
  };
  times.push(late);
  await storeTimes(database, [late]);
  await rollUpDays(database);
  expect(
    await query(
      `select w.documents, w.seconds, s.seen::text[] as seen from reader_week w join reader_seen s using (user_id) where user_id = 'late'`,
    ),
  ).toEqual([{ documents: [0], seconds: [70], seen: ['1000000'] }]);
});

test('a reader who switches the recording off is no longer counted', async () => {
  await query(`insert into time_recording values ('late', false, 0)`);
  await query(`delete from block_time where user_id = 'late'`);
  await query('insert into stale_day values ($1, $2)', [SIMULATED_BOOK, DAYS[0]]);
  await rollUpDays(database);
  expect(
    await query(`select 1 from reader_week where user_id = 'late' union all select 1 from reader_seen where user_id = 'late'`),
  ).toEqual([]);
});
