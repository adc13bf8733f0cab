import 'fake-indexeddb/auto';
import { favoriteId } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adoptAnonymous, countAnonymousThings } from '../../platform/storage/adopt-anonymous.ts';
import { findRecord, listRecords, ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { ANONYMOUS_OWNER } from '../../platform/storage/use-owner.ts';
import { writeChange } from '../../platform/storage/write-change.ts';
import { createShelfVerbs } from './shelf-verbs.ts';

const BOOK = '01JD0000000000000000000001';
const OTHER = '01JD0000000000000000000002';
let db: ReaderDatabase;
let now: number;
let databases = 0;

beforeEach(() => {
  databases += 1;
  db = new ReaderDatabase(`shelf-${databases}`);
  now = 1_800_000_000_000;
});
afterEach(() => db.delete());

const verbsOf = (owner: string) => createShelfVerbs(db, owner, () => now);
const itemOf = async (owner: string, bookId = BOOK) => (await findRecord(db, owner, 'shelfItem', bookId))?.record;

describe('the shelf on the device', () => {
  test('is written with its outbox entries at once, field by field', async () => {
    const verbs = verbsOf('lin');
    await verbs.addToShelf([BOOK, OTHER]);
    const group = await verbs.createGroup('先秦');
    await verbs.moveToGroup([BOOK], group);
    await verbs.setPinned([BOOK], true);
    expect(await itemOf('lin')).toEqual({ bookId: BOOK, onShelf: true, addedAt: now, hidden: false, groupId: group, pinned: true });
    await verbs.moveToGroup([BOOK], undefined);
    expect(await itemOf('lin')).not.toHaveProperty('groupId');
    const last = (await db.outbox.orderBy('n').toArray()).at(-1);
    expect(last?.op).toMatchObject({ entity: 'shelfItem', entityId: BOOK, kind: 'put', fields: { bookId: BOOK, groupId: null } });
  });

  test('keeps the day a book was put there when it is put there again', async () => {
    const verbs = verbsOf('lin');
    await verbs.addToShelf([BOOK]);
    now += 1_000;
    await verbs.addToShelf([BOOK]);
    expect((await itemOf('lin'))?.addedAt).toBe(now - 1_000);
  });

  test('a favourite comes, goes and comes back', async () => {
    const verbs = verbsOf('lin');
    const read = async () => (await findRecord(db, 'lin', 'favorite', favoriteId('book', BOOK)))?.record;
    await verbs.setFavorite('book', [{ id: BOOK, priceFen: 900 }], true);
    expect(await read()).toEqual({ targetType: 'book', targetId: BOOK, addedAt: now, priceFen: 900 });
    await verbs.setFavorite('book', [{ id: BOOK }], false);
    expect(await read()).toHaveProperty('deletedAt');
    await verbs.setFavorite('book', [{ id: BOOK, priceFen: 900 }], true);
    expect(await read()).not.toHaveProperty('deletedAt');
  });
});

describe('a shelf made before signing in', () => {
  test('becomes the person’s, with the books that were read; their own shelf counts more', async () => {
    await verbsOf(ANONYMOUS_OWNER).addToShelf([BOOK]);
    await verbsOf(ANONYMOUS_OWNER).setFavorite('book', [{ id: BOOK }], true);
    const place = { bookId: OTHER, versionId: OTHER, locator: { href: 'a', locations: {} }, updatedAt: now };
    await writeChange(db, { owner: ANONYMOUS_OWNER, entity: 'progress', entityId: OTHER, bookId: OTHER, kind: 'put', fields: place }, now);
    await verbsOf('lin').addToShelf([BOOK]);
    await verbsOf('lin').setPinned([BOOK], true);
    expect(await countAnonymousThings(db)).toEqual({ marks: 0, books: 2 });
    now += 1_000;
    await adoptAnonymous(db, 'lin', now);
    expect(await itemOf('lin')).toMatchObject({ onShelf: true, pinned: true, addedAt: now - 1_000 });
    expect(await itemOf('lin', OTHER)).toEqual({ bookId: OTHER, onShelf: true, addedAt: now });
    expect(await listRecords(db, 'lin', 'favorite')).toHaveLength(1);
    expect(await countAnonymousThings(db)).toEqual({ marks: 0, books: 0 });
    expect((await db.outbox.toArray()).filter((entry) => entry.owner === ANONYMOUS_OWNER)).toEqual([]);
  });
});
