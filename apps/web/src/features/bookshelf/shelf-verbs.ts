/** What a person does with their shelf. Every verb resolves when it is safe on disk; sync takes it to the other devices. */
import { type FavoriteRecord, type FavoriteTarget, favoriteId, newId, type ShelfItemRecord } from '@shufang/contract';
import { findRecord, type ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { writeChange } from '../../platform/storage/write-change.ts';

type ItemChange = { readonly [K in keyof Omit<ShelfItemRecord, 'bookId'>]?: ShelfItemRecord[K] | null };

export interface ShelfVerbs {
  addToShelf(bookIds: readonly string[]): Promise<void>;
  /** Takes the books off the shelf and out of their groups. What is owned stays owned. */
  removeFromShelf(bookIds: readonly string[]): Promise<void>;
  setPinned(bookIds: readonly string[], pinned: boolean): Promise<void>;
  setHidden(bookIds: readonly string[], hidden: boolean): Promise<void>;
  /** Into a group, or with `undefined` out of any. */
  moveToGroup(bookIds: readonly string[], groupId: string | undefined): Promise<void>;
  /** Places in the person's own order. */
  setOrder(orders: ReadonlyMap<string, number>): Promise<void>;
  /** Answers the new group's id. `ofFavorites`: a folder of favourites. */
  createGroup(name: string, ofFavorites?: boolean): Promise<string>;
  renameGroup(groupId: string, name: string): Promise<void>;
  /** Its books lie on the shelf in no group, its favourites in no folder. */
  removeGroup(groupId: string): Promise<void>;
  /** Takes books out of the recent ones, until they are read again. */
  leaveRecent(bookIds: readonly string[]): Promise<void>;
  setFavorite(targetType: FavoriteTarget, targets: readonly { id: string; priceFen?: number }[], on: boolean): Promise<void>;
  /** Into a folder, or with `undefined` out of any. */
  moveToFolder(favorite: FavoriteRecord, folderId: string | undefined): Promise<void>;
}

export const createShelfVerbs = (db: ReaderDatabase, owner: string, now: () => number = Date.now): ShelfVerbs => {
  /** All of them or none. */
  const changeItems = (bookIds: readonly string[], changeOf: (bookId: string) => ItemChange | Promise<ItemChange>): Promise<void> =>
    db.transaction('rw', db.records, db.outbox, db.meta, async () => {
      for (const bookId of bookIds) {
        const fields = { bookId, ...(await changeOf(bookId)) };
        await writeChange(db, { owner, entity: 'shelfItem', entityId: bookId, bookId, kind: 'put', fields }, now());
      }
    });
  return {
    addToShelf: (bookIds) =>
      changeItems(bookIds, async (bookId) => {
        const isThere = (await findRecord(db, owner, 'shelfItem', bookId))?.record.onShelf === true;
        return isThere ? { hidden: false } : { onShelf: true, addedAt: now(), hidden: false };
      }),
    removeFromShelf: (bookIds) => changeItems(bookIds, () => ({ onShelf: false, groupId: null, pinned: false, hidden: false })),
    setPinned: (bookIds, pinned) => changeItems(bookIds, () => ({ pinned })),
    setHidden: (bookIds, hidden) => changeItems(bookIds, () => ({ hidden })),
    moveToGroup: (bookIds, groupId) => changeItems(bookIds, () => ({ groupId: groupId ?? null })),
    leaveRecent: (bookIds) => changeItems(bookIds, () => ({ leftRecentAt: now() })),
    setOrder: (orders) => changeItems([...orders.keys()], (bookId) => ({ order: orders.get(bookId) ?? null })),
    createGroup: async (name, ofFavorites = false) => {
      const id = newId(now());
      const fields = { id, name, ...(ofFavorites ? { ofFavorites } : {}) };
      await writeChange(db, { owner, entity: 'shelfGroup', entityId: id, bookId: '', kind: 'put', fields }, now());
      return id;
    },
    renameGroup: async (groupId, name) => {
      await writeChange(db, { owner, entity: 'shelfGroup', entityId: groupId, bookId: '', kind: 'put', fields: { name } }, now());
    },
    removeGroup: async (groupId) => {
      await writeChange(db, { owner, entity: 'shelfGroup', entityId: groupId, bookId: '', kind: 'del', fields: {} }, now());
    },
    moveToFolder: async ({ targetType, targetId }, folderId) => {
      const bookId = targetType === 'book' ? targetId : '';
      const fields = { folderId: folderId ?? null };
      await writeChange(db, { owner, entity: 'favorite', entityId: favoriteId(targetType, targetId), bookId, kind: 'put', fields }, now());
    },
    setFavorite: (targetType, targets, on) =>
      db.transaction('rw', db.records, db.outbox, db.meta, async () => {
        for (const { id: targetId, priceFen } of targets) {
          const entityId = favoriteId(targetType, targetId);
          const change = { owner, entity: 'favorite', entityId, bookId: targetType === 'book' ? targetId : '' } as const;
          const before = (await findRecord(db, owner, 'favorite', entityId))?.record;
          const is = before !== undefined && before.deletedAt === undefined;
          if (is === on) continue;
          const kept = { targetType, targetId, addedAt: now(), deletedAt: null, ...(priceFen === undefined ? {} : { priceFen }) };
          await writeChange(db, on ? { ...change, kind: 'put', fields: kept } : { ...change, kind: 'del', fields: {} }, now());
        }
      }),
  };
};
