import 'fake-indexeddb/auto';
import { favoriteId } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adoptAnonymous, countAnonymousData } from '../../platform/storage/adopt-anonymous.ts';
import { ANONYMOUS_OWNER } from '../../platform/storage/anonymous-owner.ts';
import { findRecord, listRecords, ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { writeChange } from '../../platform/storage/write-change.ts';
import { createShelfActions } from './shelf-actions.ts';

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

const actionsOf = (owner: string) => createShelfActions(db, owner, () => now);
const itemOf = async (owner: string, bookId = BOOK) => (await findRecord(db, owner, 'shelfItem', bookId))?.record;

describe('the shelf on the device', () => {
  test('a change is written with its outbox entries in one transaction, field by field', async () => {
    const actions = actionsOf('lin');
    await actions.addToShelf([BOOK, OTHER]);
    const group = await actions.createGroup('先秦');
    await actions.moveToGroup([BOOK], group);
    await actions.setPinned([BOOK], true);
    expect(await itemOf('lin')).toEqual({ bookId: BOOK, onShelf: true, addedAt: now, hidden: false, groupId: group, pinned: true });
    await actions.moveToGroup([BOOK], undefined);
    expect(await itemOf('lin')).not.toHaveProperty('groupId');
    const last = (await db.outbox.orderBy('n').toArray()).at(-1);
    expect(last?.op).toMatchObject({ entity: 'shelfItem', entityId: BOOK, kind: 'put', fields: { bookId: BOOK, groupId: null } });
  });

  test('adding a book again preserves the date it was added', async () => {
    const actions = actionsOf('lin');
    await actions.addToShelf([BOOK]);
    now += 1_000;
    await actions.addToShelf([BOOK]);
    expect((await itemOf('lin'))?.addedAt).toBe(now - 1_000);
  });

  test('a favorite is added, removed and added again', async () => {
    const actions = actionsOf('lin');
    const read = async () => (await findRecord(db, 'lin', 'favorite', favoriteId('book', BOOK)))?.record;
    await actions.setFavorite('book', [{ id: BOOK, priceFen: 900 }], true);
    expect(await read()).toEqual({ targetType: 'book', targetId: BOOK, addedAt: now, priceFen: 900 });
    await actions.setFavorite('book', [{ id: BOOK }], false);
    expect(await read()).toHaveProperty('deletedAt');
    await actions.setFavorite('book', [{ id: BOOK, priceFen: 900 }], true);
    expect(await read()).not.toHaveProperty('deletedAt');
  });
});

describe('a shelf created before signing in', () => {
  test('is adopted by the user with the books that were read, and the user’s own shelf has priority', async () => {
    await actionsOf(ANONYMOUS_OWNER).addToShelf([BOOK]);
    await actionsOf(ANONYMOUS_OWNER).setFavorite('book', [{ id: BOOK }], true);
    const position = { bookId: OTHER, versionId: OTHER, locator: { href: 'a', locations: {} }, updatedAt: now };
    await writeChange(
      db,
      { owner: ANONYMOUS_OWNER, entity: 'progress', entityId: OTHER, bookId: OTHER, kind: 'put', fields: position },
      now,
    );
    await actionsOf('lin').addToShelf([BOOK]);
    await actionsOf('lin').setPinned([BOOK], true);
    expect(await countAnonymousData(db)).toEqual({ annotations: 0, books: 2 });
    now += 1_000;
    await adoptAnonymous(db, 'lin', now);
    expect(await itemOf('lin')).toMatchObject({ onShelf: true, pinned: true, addedAt: now - 1_000 });
    expect(await itemOf('lin', OTHER)).toEqual({ bookId: OTHER, onShelf: true, addedAt: now });
    expect(await listRecords(db, 'lin', 'favorite')).toHaveLength(1);
    expect(await countAnonymousData(db)).toEqual({ annotations: 0, books: 0 });
    expect((await db.outbox.toArray()).filter((entry) => entry.owner === ANONYMOUS_OWNER)).toEqual([]);
  });
});
