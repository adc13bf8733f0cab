import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReaderDatabase } from './reader-database.ts';
import { addReadingSeconds, calendarDayOf, listUnsentDays, markDaysSent } from './reading-days.ts';

let db: ReaderDatabase;
beforeEach(() => {
  db = new ReaderDatabase(`days-${Math.random()}`);
});
afterEach(async () => db.delete());

test('time read while a sum is being sent is sent the next time', async () => {
  await addReadingSeconds(db, 'lin', 'book', '2026-11-21', 30);
  const sent = await listUnsentDays(db, 'lin');
  await addReadingSeconds(db, 'lin', 'book', '2026-11-21', 12);
  await markDaysSent(db, sent, '2026-11-21');
  expect(await listUnsentDays(db, 'lin')).toMatchObject([{ seconds: 42, sentSeconds: 30 }]);
});

test('a past day is deleted once it is sent, and stays until then', async () => {
  await addReadingSeconds(db, 'lin', 'book', '2026-11-20', 30);
  await addReadingSeconds(db, 'lin', 'other', '2026-11-20', 30);
  await markDaysSent(db, (await listUnsentDays(db, 'lin')).slice(0, 1), '2026-11-21');
  expect(await db.readingDays.count()).toBe(1);
  expect(await listUnsentDays(db, 'lin')).toHaveLength(1);
});

test('the days of users are separate, and a day has no more seconds than a day', async () => {
  await addReadingSeconds(db, 'lin', 'book', '2026-11-21', 86_000);
  await addReadingSeconds(db, 'lin', 'book', '2026-11-21', 86_000);
  expect(await listUnsentDays(db, 'mei')).toEqual([]);
  expect(await listUnsentDays(db, 'lin')).toMatchObject([{ seconds: 86_400 }]);
});

test('the day is that of the device’s time zone', () => {
  expect(calendarDayOf(new Date(2026, 0, 2, 23, 59).getTime())).toBe('2026-01-02');
});
