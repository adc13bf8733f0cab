/** Returns the caller's shelf: its groups, and the cards of its books with the user's shelf settings. */
import type { ShelfItemRecord } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { UseCase } from '../../platform/http/register.ts';
import type { BookshelfDependencies } from './bookshelf-dependencies.ts';
import { BOOKSHELF_LIMITS } from './limits.ts';
import { listShelfGroups, listShelfItems } from './store.ts';

const existingGroups = async (db: Queryable, userId: string) =>
  (await listShelfGroups(db, userId))
    .map(({ fields }) => fields)
    .filter((group) => group.deletedAt === undefined && group.ofFavorites !== true);

const byShelfOrder = (a: ShelfItemRecord, b: ShelfItemRecord): number =>
  Number(b.pinned ?? false) - Number(a.pinned ?? false) || (b.addedAt ?? 0) - (a.addedAt ?? 0) || (a.bookId < b.bookId ? -1 : 1);

/** Returns the shelf. Owned books, books of the user's classes and free books that were opened are on it unless the user removed them. */
export const getShelf: UseCase<'getShelf', BookshelfDependencies> = async (dependencies, caller) => {
  const { userId } = caller.reader;
  const [stored, owned, opened, groups] = await Promise.all([
    listShelfItems(dependencies.db.orm, userId),
    dependencies.ownedSince(userId),
    dependencies.recentProgress(userId, BOOKSHELF_LIMITS.openedBooksMax),
    existingGroups(dependencies.db.orm, userId),
  ]);
  const records = new Map(stored.map(({ fields }) => [fields.bookId, fields]));
  for (const { bookId, since } of owned) {
    const record = records.get(bookId) ?? { bookId };
    records.set(bookId, { ...record, onShelf: record.onShelf ?? true, addedAt: record.addedAt ?? since });
  }
  // Opened books that were not put on the shelf are on it only if they are free, which is known after their cards are loaded.
  const onlyOpened = new Set<string>();
  for (const { bookId, updatedAt } of opened) {
    const record = records.get(bookId) ?? { bookId };
    if (record.onShelf !== undefined) continue;
    onlyOpened.add(bookId);
    records.set(bookId, { ...record, onShelf: true, addedAt: record.addedAt ?? updatedAt });
  }
  const groupIds = new Set(groups.map((group) => group.id));
  const onShelf = [...records.values()].filter((record) => record.onShelf === true).toSorted(byShelfOrder);
  const cards = await dependencies.statusCards(
    caller,
    onShelf.map((record) => record.bookId),
  );
  return {
    groups,
    items: onShelf.flatMap(({ groupId, ...record }) => {
      const card = cards.get(record.bookId);
      const item = groupId !== undefined && groupIds.has(groupId) ? { ...record, groupId } : record;
      return card === undefined || (onlyOpened.has(record.bookId) && card.book.accessModel !== 'free') ? [] : [{ ...card, item }];
    }),
  };
};
