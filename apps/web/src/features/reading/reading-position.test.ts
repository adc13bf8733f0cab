import 'fake-indexeddb/auto';
import type { Locator } from '@shufang/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { BOOK_ID } from '../../platform/storage/testing/an-annotation.ts';
import { createPositionSaver, findStoredPosition, laterOf, savePositionFromNote } from './reading-position.ts';

const at = (offset: number): Locator => ({ href: 'one.xhtml', locations: { block: { blockId: 'b1', offset } } });
const book = { owner: 'lin', bookId: BOOK_ID, versionId: BOOK_ID };
let db: ReaderDatabase;
beforeEach(() => {
  localStorage.clear();
  db = new ReaderDatabase(`place-${Math.random()}`);
});
afterEach(async () => db.delete());

test('several page turns result in one change, with the last position', async () => {
  const saver = createPositionSaver(db, book, undefined, () => 100);
  for (const offset of [0, 10, 20]) saver.save(at(offset));
  await saver.flush();
  expect((await db.outbox.toArray()).map((entry) => entry.op.fields.locator)).toEqual([at(20)]);
  await saver.flush();
  expect(await db.outbox.count()).toBe(1);
});

test('a position is written within a second after the last page turn, and not while pages are turned', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const saver = createPositionSaver(db, book, undefined, () => 100);
  const turn = (offset: number): void => {
    saver.save(at(offset));
    vi.advanceTimersByTime(500);
  };
  for (const offset of [0, 10, 20]) turn(offset);
  vi.advanceTimersByTime(500);
  vi.useRealTimers();
  await expect.poll(async () => (await db.outbox.toArray()).map((entry) => entry.op.fields.locator)).toEqual([at(20)]);
});

test('opening the book at its last position is no change, and turning a page is', async () => {
  const saver = createPositionSaver(db, book, at(5));
  saver.save(at(4));
  await saver.flush();
  expect(await db.outbox.count()).toBe(0);
  saver.save(at(9));
  await saver.flush();
  expect(await db.outbox.count()).toBe(1);
});

test('a browser that died before the change was written still has the position', async () => {
  createPositionSaver(db, book, undefined, () => 500).save(at(30));
  const stored = await findStoredPosition(db, 'lin', BOOK_ID);
  expect(laterOf(stored, { locator: at(1), updatedAt: 400 })).toEqual({ locator: at(30), updatedAt: 500 });
});

test('a later position of another device wins, and another user does not get this one', async () => {
  const saver = createPositionSaver(db, book, undefined, () => 500);
  saver.save(at(30));
  await saver.flush();
  const stored = await findStoredPosition(db, 'lin', BOOK_ID);
  expect(stored).toEqual({ locator: at(30), updatedAt: 500 });
  expect(laterOf(stored, { locator: at(99), updatedAt: 600 })?.locator).toEqual(at(99));
  expect(laterOf(stored, undefined)?.locator).toEqual(at(30));
  expect(await findStoredPosition(db, 'mei', BOOK_ID)).toBeUndefined();
});

test('a position noted by a closed page is sent by the next one, unless there is a later one', async () => {
  createPositionSaver(db, book, undefined, () => 500).save(at(30));
  await savePositionFromNote(db, book, { locator: at(99), updatedAt: 600 });
  expect(await db.outbox.count()).toBe(0);
  await savePositionFromNote(db, book, { locator: at(1), updatedAt: 400 });
  await savePositionFromNote(db, book, undefined);
  expect((await db.outbox.toArray()).map((entry) => entry.op.fields.locator)).toEqual([at(30)]);
});

test('opening a book in a new version stores the old position for the new version', async () => {
  const older = createPositionSaver(db, { ...book, versionId: '01jcqz4b6v0000000000000009' }, undefined, () => 500);
  older.save(at(30));
  await older.flush();
  const saver = createPositionSaver(db, book, at(30), () => 600);
  saver.save(at(28));
  await expect.poll(async () => (await db.outbox.toArray()).map(({ op }) => op.fields['versionId'])).toEqual([book.versionId]);
});
