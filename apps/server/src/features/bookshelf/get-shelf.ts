/** What lies on a person's shelf, and what they read last. */
import type {
  getShelf as getShelfOperation,
  listRecentBooks as listRecentBooksOperation,
  OutputOf,
  ShelfItemRecord,
} from '@shufang/contract';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import type { ShelfDependencies } from './shelf-dependencies.ts';
import { listShelfGroups, listShelfItems } from './store.ts';

const livingGroups = async (deps: ShelfDependencies, userId: string) =>
  (await listShelfGroups(deps.db.orm, userId))
    .map(({ fields }) => fields)
    .filter((group) => group.deletedAt === undefined && group.ofFavorites !== true);

const byShelfOrder = (a: ShelfItemRecord, b: ShelfItemRecord): number =>
  Number(b.pinned ?? false) - Number(a.pinned ?? false) || (b.addedAt ?? 0) - (a.addedAt ?? 0) || (a.bookId < b.bookId ? -1 : 1);

export const getShelf = async (deps: ShelfDependencies, context: ReaderContext): Promise<OutputOf<typeof getShelfOperation>> => {
  const { userId } = context.reader;
  const [stored, owned, groups] = await Promise.all([
    listShelfItems(deps.db.orm, userId),
    deps.ownedSince(userId),
    livingGroups(deps, userId),
  ]);
  const records = new Map(stored.map(({ fields }) => [fields.bookId, fields]));
  for (const { bookId, since } of owned) {
    const record = records.get(bookId) ?? { bookId };
    records.set(bookId, { ...record, onShelf: record.onShelf ?? true, addedAt: record.addedAt ?? since });
  }
  const known = new Set(groups.map((group) => group.id));
  const lying = [...records.values()].filter((record) => record.onShelf === true).toSorted(byShelfOrder);
  const cards = await deps.standingCards(
    context,
    lying.map((record) => record.bookId),
  );
  return {
    groups,
    items: lying.flatMap(({ groupId, ...record }) => {
      const card = cards.get(record.bookId);
      const item = groupId !== undefined && known.has(groupId) ? { ...record, groupId } : record;
      return card === undefined ? [] : [{ ...card, item }];
    }),
  };
};

export const listRecentBooks = async (
  deps: ShelfDependencies,
  context: ReaderContext,
  limit: number,
): Promise<OutputOf<typeof listRecentBooksOperation>> => {
  const { userId } = context.reader;
  const left = new Map((await listShelfItems(deps.db.orm, userId)).map(({ fields }) => [fields.bookId, fields.leftRecentAt ?? -1]));
  const hidden = [...left.values()].filter((at) => at >= 0).length;
  const places = (await deps.recentProgress(userId, limit + hidden))
    .filter((place) => place.updatedAt > (left.get(place.bookId) ?? -1))
    .slice(0, limit);
  const cards = await deps.standingCards(
    context,
    places.map((place) => place.bookId),
  );
  return {
    items: places.flatMap(({ bookId, locator, updatedAt }) => {
      const card = cards.get(bookId);
      return card === undefined ? [] : [{ ...card, locator, readAt: updatedAt }];
    }),
  };
};
