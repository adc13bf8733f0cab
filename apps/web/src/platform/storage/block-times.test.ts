import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addReadParts, deleteTimes, listUnsentTimes, markTimesSent } from './block-times.ts';
import { ReaderDatabase } from './reader-database.ts';

let db: ReaderDatabase;
beforeEach(() => {
  db = new ReaderDatabase(`times-${Math.random()}`);
});
afterEach(async () => db.delete());

const at = { owner: 'lin', bookId: 'book', versionId: 'v1', day: '2026-11-21' };

test('seconds are divided among the blocks on the screen by their characters, and add up', async () => {
  await addReadParts(db, at, [
    {
      href: 'a.xhtml',
      seconds: 5,
      blocks: [
        ['b1', 30],
        ['b2', 10],
      ],
    },
  ]);
  await addReadParts(db, at, [{ href: 'a.xhtml', seconds: 5, blocks: [['b2', 10]] }]);
  expect(await listUnsentTimes(db, 'lin')).toEqual([
    { ...at, href: 'a.xhtml', seconds: 10, sentSeconds: 0, blocks: { b1: 3_750, b2: 6_250 } },
  ]);
});

test('a page without text counts for its document alone', async () => {
  await addReadParts(db, at, [{ href: 'cover.xhtml', seconds: 4, blocks: [] }]);
  expect(await listUnsentTimes(db, 'lin')).toMatchObject([{ href: 'cover.xhtml', seconds: 4, blocks: {} }]);
});

test('time read while times are being sent is sent the next time, and a past day is deleted once it is sent', async () => {
  await addReadParts(db, at, [{ href: 'a.xhtml', seconds: 5, blocks: [] }]);
  const sent = await listUnsentTimes(db, 'lin');
  await addReadParts(db, at, [{ href: 'a.xhtml', seconds: 2, blocks: [] }]);
  await markTimesSent(db, sent, '2026-11-22');
  const rest = await listUnsentTimes(db, 'lin');
  expect(rest).toMatchObject([{ seconds: 7, sentSeconds: 5 }]);
  await markTimesSent(db, rest, '2026-11-22');
  expect(await db.blockTimes.count()).toBe(0);
});

test('times of a user are deleted without those of another', async () => {
  await addReadParts(db, at, [{ href: 'a.xhtml', seconds: 5, blocks: [] }]);
  await addReadParts(db, { ...at, owner: 'mei' }, [{ href: 'a.xhtml', seconds: 5, blocks: [] }]);
  await deleteTimes(db, 'lin');
  expect(await listUnsentTimes(db, 'lin')).toEqual([]);
  expect(await listUnsentTimes(db, 'mei')).toHaveLength(1);
});
