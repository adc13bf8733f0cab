/** Actions on the shelf. Every action resolves when the change is stored on the device; sync sends it to other devices. */
import { type FavoriteRecord, type FavoriteTarget, favoriteId, newId, type ShelfItemRecord } from '@shufang/contract';
import { findRecord, type ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { writeChange } from '../../platform/storage/write-change.ts';

type ItemChange = { readonly [K in keyof Omit<ShelfItemRecord, 'bookId'>]?: ShelfItemRecord[K] | null };

export interface ShelfActions {
  addToShelf(bookIds: readonly string[]): Promise<void>;
  /** Removes the books from the shelf and their groups. Entitlements are unchanged. */
  removeFromShelf(bookIds: readonly string[]): Promise<void>;
  setPinned(bookIds: readonly string[], pinned: boolean): Promise<void>;
  setHidden(bookIds: readonly string[], hidden: boolean): Promise<void>;
  /** Moves the books into a group, or with `undefined` out of their groups. */
  moveToGroup(bookIds: readonly string[], groupId: string | undefined): Promise<void>;
  /** Stores the user's own order of books. `orders`: order numbers by book id. */
  setOrder(orders: ReadonlyMap<string, number>): Promise<void>;
  /** Creates a group and returns its id. `ofFavorites`: the group is a folder of favorites. */
  createGroup(name: string, ofFavorites?: boolean): Promise<string>;
  renameGroup(groupId: string, name: string): Promise<void>;
  /** Deletes a group. Its books and favorites stay without a group. */
  removeGroup(groupId: string): Promise<void>;
  /** Removes books from the recent list until they are read again. */
  removeFromRecent(bookIds: readonly string[]): Promise<void>;
  setFavorite(targetType: FavoriteTarget, targets: readonly { id: string; priceFen?: number }[], on: boolean): Promise<void>;
  /** Moves a favorite into a folder, or with `undefined` out of its folder. */
  moveToFolder(favorite: FavoriteRecord, folderId: string | undefined): Promise<void>;
}

export const createShelfActions = (db: ReaderDatabase, owner: string, now: () => number = Date.now): ShelfActions => {
  /** Changes the shelf items of several books in one transaction. */
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
    removeFromRecent: (bookIds) => changeItems(bookIds, () => ({ leftRecentAt: now() })),
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
          const isFavorite = before !== undefined && before.deletedAt === undefined;
          if (isFavorite === on) continue;
          const favorite = { targetType, targetId, addedAt: now(), deletedAt: null, ...(priceFen === undefined ? {} : { priceFen }) };
          await writeChange(db, on ? { ...change, kind: 'put', fields: favorite } : { ...change, kind: 'del', fields: {} }, now());
        }
      }),
  };
};
