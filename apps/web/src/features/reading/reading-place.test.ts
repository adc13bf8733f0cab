import 'fake-indexeddb/auto';
import type { Locator } from '@shufang/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { BOOK_ID } from '../../platform/storage/testing/a-mark.ts';
import { createPlaceKeeper, findLatestPlace, writeNotedPlace } from './reading-place.ts';

const at = (offset: number): Locator => ({ href: 'one.xhtml', locations: { block: { blockId: 'b1', offset } } });
const book = { owner: 'lin', bookId: BOOK_ID, versionId: BOOK_ID };
let db: ReaderDatabase;
beforeEach(() => {
  localStorage.clear();
  db = new ReaderDatabase(`place-${Math.random()}`);
});
afterEach(async () => db.delete());

test('several page turns make one change, with the last place', async () => {
  const keeper = createPlaceKeeper(db, book, undefined, () => 100);
  for (const offset of [0, 10, 20]) keeper.keep(at(offset));
  await keeper.flush();
  expect((await db.outbox.toArray()).map((entry) => entry.op.fields.locator)).toEqual([at(20)]);
  await keeper.flush();
  expect(await db.outbox.count()).toBe(1);
});

test('arriving where the book was left is no change, turning a page after it is', async () => {
  const keeper = createPlaceKeeper(db, book, at(5));
  keeper.keep(at(4));
  await keeper.flush();
  expect(await db.outbox.count()).toBe(0);
  keeper.keep(at(9));
  await keeper.flush();
  expect(await db.outbox.count()).toBe(1);
});

test('a browser that died before the change was written still knows the place', async () => {
  createPlaceKeeper(db, book, undefined, () => 500).keep(at(30));
  expect((await findLatestPlace(db, 'lin', BOOK_ID, { locator: at(1), updatedAt: 400 }))?.locator).toEqual(at(30));
});

test('a later place of another device wins, and another person does not get this one', async () => {
  const keeper = createPlaceKeeper(db, book, undefined, () => 500);
  keeper.keep(at(30));
  await keeper.flush();
  expect((await findLatestPlace(db, 'lin', BOOK_ID, { locator: at(99), updatedAt: 600 }))?.locator).toEqual(at(99));
  expect(await findLatestPlace(db, 'mei', BOOK_ID, undefined)).toBeUndefined();
});

test('a place noted by a page that went away is sent by the next one, unless something later is known', async () => {
  createPlaceKeeper(db, book, undefined, () => 500).keep(at(30));
  await writeNotedPlace(db, book, { locator: at(99), updatedAt: 600 });
  expect(await db.outbox.count()).toBe(0);
  await writeNotedPlace(db, book, { locator: at(1), updatedAt: 400 });
  await writeNotedPlace(db, book, undefined);
  expect((await db.outbox.toArray()).map((entry) => entry.op.fields.locator)).toEqual([at(30)]);
});

test('a book opened in a new version is told as read in that one, where it was left', async () => {
  const older = createPlaceKeeper(db, { ...book, versionId: '01jcqz4b6v0000000000000009' }, undefined, () => 500);
  older.keep(at(30));
  await older.flush();
  const keeper = createPlaceKeeper(db, book, at(30), () => 600);
  keeper.keep(at(28));
  await expect.poll(async () => (await db.outbox.toArray()).map(({ op }) => op.fields['versionId'])).toEqual([book.versionId]);
});
