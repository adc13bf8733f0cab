/** Compares every stored statistic of a simulated term with plain loops over the same reading times. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, mondayOf } from '../../platform/china-time.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { rollUpDays } from './roll-up-days.ts';
import {
  countChapterDay,
  randomFrom,
  SIMULATED_BOOK,
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
  const cells = new Map(times.map(({ document, day }) => [`${document} ${day}`, countChapterDay(times, document, day)]));
  const chapterDays = await query<{ cell: string; counts: object }>(`
    select document || ' ' || day as cell, jsonb_build_object('readers', readers, 'seconds', seconds, 'blockReaders', block_readers,
      'blockSeconds', block_seconds) as counts from chapter_day`);
  expect(new Map(chapterDays.map(({ cell, counts }) => [cell, counts]))).toEqual(cells);

  const seen = await query<{ user_id: string; document: number; seen: string }>(
    'select user_id, document, seen::text as seen from reader_seen order by user_id, document',
  );
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

test('counting a day again changes nothing, and a later report of the same day is added', async () => {
  await rollUpDays(database);
  const all = () =>
    query(
      'select *, seen::text from chapter_day full join reader_seen using (book_id, version_id, document) order by day, user_id, document',
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
  const [row] = await query('select readers, seconds from chapter_day where document = 0 and day = $1', [late.day]);
  const { readers, seconds } = countChapterDay(times, 0, late.day);
  expect(row).toEqual({ readers, seconds });
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
