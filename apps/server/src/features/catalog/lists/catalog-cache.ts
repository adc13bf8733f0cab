/**
 * The published books in the memory of a process: narrow rows, sorted once, with cached results that are invalidated by a change. The
 * database counts changes; each call first reads the changes since the previous one, so results are never stale.
 */
import type { Queryable } from '../../../platform/database.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import type { Book } from '../book.ts';
import {
  type CatalogOrder,
  type ChangedBooks,
  type ListedBook,
  type ListedCategory,
  listIdsByTitle,
  readChangedBooks,
  readListedBooks,
  readRevision,
} from '../store.ts';
import { languageKeyOf } from './language-key.ts';

export interface Entry extends ListedBook {
  readonly languageKey: string | undefined;
  /** The categories of the book and all their ancestors. */
  readonly filedUnder: ReadonlySet<string>;
  /** The newest edition of the work, if it is newer than this book. */
  readonly newest: ListedBook | undefined;
}

/** The sort orders whose keys are numbers. */
export type NumberOrder = Exclude<CatalogOrder, 'title' | 'collection'>;

export interface CachedCatalog {
  readonly revision: number;
  readonly entries: readonly Entry[];
  readonly byId: ReadonlyMap<string, Entry>;
  /** The books by the key that their current version has in the search index. */
  readonly bySearchKey: ReadonlyMap<number, Entry>;
  /** The categories in tree order. */
  readonly categories: readonly ListedCategory[];
  /** The books in each sort order, computed when the order is first requested. */
  readonly sorted: Map<NumberOrder, readonly Entry[]>;
  /** The ids of the books in the order of titles, read when first requested. */
  readonly titles: { reading?: Promise<readonly string[]> };
  /** Cache of complete rows by book id; the least recently used are dropped. */
  readonly books: LruCache<string, Book>;
  /** Results of other queries by cache key, until the catalog changes. */
  readonly results: LruCache<string, Promise<unknown>>;
}

/** Maximum number of changed books that are read one by one; if more have changed, the whole catalog is read again. */
const CHANGES_MAX = 1_000;
const RESULTS_MAX = 1_000;
/** Maximum number of complete rows in the cache. A row has about two kilobytes, so the full cache has about 20 MB. */
const BOOKS_CACHED_MAX = 10_000;
const DAY_MS = 86_400_000;
/**
 * Maximum number of days by which popularity moves a book forward in the weighted order: one day for each point of its popularity score.
 */
const DAYS_BY_READERS_MAX = 180;

const numberKeys: Record<NumberOrder, (book: ListedBook) => readonly number[]> = {
  newest: ({ publishedAt }) => [publishedAt],
  weighed: ({ publishedAt, score }) => [publishedAt + Math.min(score, DAYS_BY_READERS_MAX) * DAY_MS],
  hot: ({ publishedAt, score }) => [score, publishedAt],
  rating: ({ publishedAt, rating }) => [rating, publishedAt],
};

/**
 * Compares two lists of sort keys, of which the greater comes first; the last key is the book's id. Returns a negative number if `a` comes
 * before `b`.
 */
export const compareKeys = (a: readonly (number | string)[], b: readonly (number | string)[]): number => {
  for (const [index, mine] of a.entries()) {
    const other = b[index];
    if (other === undefined || mine === other) continue;
    return mine > other ? -1 : 1;
  }
  return 0;
};

/**
 * Returns the sort keys of a book in a sort order, the most significant first. An older edition is never sorted before the newest edition
 * of its work: it would then follow directly after that edition. The order by rating does not apply this rule.
 */
export const keysOf = (order: NumberOrder, entry: Entry): readonly number[] => {
  const { newest } = entry;
  const keys = numberKeys[order];
  const own = keys(entry);
  if (newest === undefined || order === 'rating') return own;
  const theirs = keys(newest);
  const behind = [...theirs.slice(0, -1), (theirs.at(-1) ?? 0) - (newest.edition - entry.edition)];
  return compareKeys(own, behind) < 0 ? behind : own;
};

/** Returns the first index of a sorted list for which `isAfter` is true, by binary search. */
export const firstIndex = (length: number, isAfter: (index: number) => boolean): number => {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/**
 * Converts rows to catalog entries. `books` must contain all editions of each work. Books with equal categories share one set of category
 * ids.
 */
const makeEntries = (books: readonly ListedBook[], categories: readonly ListedCategory[]): Entry[] => {
  const parents = new Map(categories.map(({ id, parentId }) => [id, parentId]));
  const ancestorSets = new Map<string, ReadonlySet<string>>();
  const ancestorsOf = (ids: readonly string[]): ReadonlySet<string> => {
    const key = ids.join(' ');
    const cached = ancestorSets.get(key);
    if (cached !== undefined) return cached;
    const set = new Set<string>();
    for (const id of ids) for (let at: string | null | undefined = id; at && !set.has(at); at = parents.get(at)) set.add(at);
    ancestorSets.set(key, set);
    return set;
  };
  const newestOf = new Map<string, ListedBook>();
  for (const book of books) {
    const { workId } = book;
    if (workId !== null && book.edition > (newestOf.get(workId)?.edition ?? 0)) newestOf.set(workId, book);
  }
  const newerThan = (book: ListedBook): ListedBook | undefined => {
    const newest = book.workId === null ? undefined : newestOf.get(book.workId);
    return newest === book ? undefined : newest;
  };
  return books.map((book) => ({
    ...book,
    languageKey: book.language === null ? undefined : languageKeyOf(book.language),
    filedUnder: ancestorsOf(book.categoryIds),
    newest: newerThan(book),
  }));
};

const emptyBookCache = (): LruCache<string, Book> => new LruCache({ max: BOOKS_CACHED_MAX });

const makeCachedCatalog = (
  revision: number,
  entries: readonly Entry[],
  unchanged: Pick<CachedCatalog, 'categories' | 'sorted' | 'titles' | 'books'>,
): CachedCatalog => ({
  ...unchanged,
  revision,
  entries,
  byId: new Map(entries.map((entry) => [entry.id, entry])),
  bySearchKey: new Map(entries.map((entry) => [entry.searchKey, entry])),
  results: new LruCache({ max: RESULTS_MAX }),
});

const readAll = async (db: Queryable): Promise<CachedCatalog> => {
  const { revision, books, categories } = await readListedBooks(db);
  return makeCachedCatalog(revision, makeEntries(books, categories), {
    categories,
    sorted: new Map(),
    titles: {},
    books: emptyBookCache(),
  });
};

const withChanges = (old: CachedCatalog, { revision, ids, books }: ChangedBooks): CachedCatalog => {
  const changes = new Set(ids);
  // A change of one edition affects the other editions of its work, because they are sorted after the newest one.
  const works = new Set([...books, ...ids.flatMap((id) => old.byId.get(id) ?? [])].flatMap(({ workId }) => workId ?? []));
  const others = works.size === 0 ? [] : old.entries.filter(({ id, workId }) => !changes.has(id) && workId !== null && works.has(workId));
  const changed = new Set([...ids, ...others.map(({ id }) => id)]);
  const changedEntries = makeEntries([...books, ...others], old.categories);
  const stays = ({ id }: Entry): boolean => !changed.has(id);
  const sorted = new Map<NumberOrder, readonly Entry[]>();
  for (const [order, before] of old.sorted) {
    const keyOf = (entry: Entry): readonly (number | string)[] => [...keysOf(order, entry), entry.id];
    const list = before.filter(stays);
    for (const entry of changedEntries) {
      const key = keyOf(entry);
      list.splice(
        firstIndex(list.length, (index) => compareKeys(key, keyOf(list[index] as Entry)) < 0),
        0,
        entry,
      );
    }
    sorted.set(order, list);
  }
  const changedById = new Map(changedEntries.map((entry) => [entry.id, entry]));
  const titlesStay = ids.every((id) => {
    const [before, now] = [old.byId.get(id), changedById.get(id)];
    return before?.title === now?.title && before?.edition === now?.edition;
  });
  const unchanged = emptyBookCache();
  for (const [id, book] of old.books.entries()) if (!changed.has(id)) unchanged.set(id, book);
  return makeCachedCatalog(revision, [...old.entries.filter(stays), ...changedEntries], {
    categories: old.categories,
    sorted,
    titles: titlesStay ? old.titles : {},
    books: unchanged,
  });
};

const refresh = async (db: Queryable, old: CachedCatalog): Promise<CachedCatalog> => {
  const changes = await readChangedBooks(db, old.revision, CHANGES_MAX);
  return changes === undefined ? readAll(db) : withChanges(old, changes);
};

interface Reading {
  /** The minimum revision of the cached catalog. */
  revision: number;
  readonly catalog: Promise<CachedCatalog>;
}

/** The cached catalog of each database; concurrent callers share one read. */
const readings = new WeakMap<object, Reading>();

/** Returns the catalog with all changes committed before this call. */
export const currentCatalog = async (db: Queryable): Promise<CachedCatalog> => {
  let revision = await readRevision(db);
  let cached = readings.get(db);
  if (cached !== undefined && cached.revision > revision) {
    // Another call may have read a later revision meanwhile. If the revision is still lower when read again, the database was restored to
    // an earlier state.
    const least = cached.revision;
    revision = await readRevision(db);
    cached = readings.get(db);
    if (revision < least) cached = undefined;
  }
  if (cached !== undefined && cached.revision >= revision) return cached.catalog;
  const catalog =
    cached === undefined
      ? readAll(db)
      : cached.catalog.then(
          (old) => (old.revision >= revision ? old : refresh(db, old)),
          () => readAll(db),
        );
  const reading: Reading = { revision, catalog };
  readings.set(db, reading);
  catalog.then(
    (read) => {
      reading.revision = read.revision;
    },
    () => {
      if (readings.get(db) === reading) readings.delete(db);
    },
  );
  return catalog;
};

export const sortedBy = (catalog: CachedCatalog, order: NumberOrder): readonly Entry[] => {
  const cached = catalog.sorted.get(order);
  if (cached !== undefined) return cached;
  const keyed = catalog.entries.map((entry) => ({ entry, key: [...keysOf(order, entry), entry.id] }));
  const sorted = keyed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ entry }) => entry);
  catalog.sorted.set(order, sorted);
  return sorted;
};

/** Returns the result of `make`, cached for all callers until the catalog changes; the result must depend on the catalog only. */
export const cacheUntilChange = <T>({ results }: Pick<CachedCatalog, 'results'>, key: string, make: () => Promise<T>): Promise<T> => {
  const cached = results.get(key) as Promise<T> | undefined;
  if (cached !== undefined) return cached;
  const result = make();
  results.set(key, result);
  result.catch(() => results.delete(key));
  return result;
};

/** Returns the books in the order of titles, sorted by the database because it has the Chinese collation. */
export const sortedByTitle = (db: Queryable, { titles, byId, results }: CachedCatalog): Promise<readonly Entry[]> => {
  const reading = (titles.reading ??= listIdsByTitle(db));
  reading.catch(() => {
    delete titles.reading;
  });
  // Books that were added to the database after the catalog was read are not in it, so they are left out.
  return cacheUntilChange({ results }, 'titles', async () => (await reading).flatMap((id) => byId.get(id) ?? []));
};
