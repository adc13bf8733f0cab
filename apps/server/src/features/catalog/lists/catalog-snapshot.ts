/** Queries over the published books: counts, facets and pages, with results cached until the catalog changes. */
import type { Queryable } from '../../../platform/database.ts';
import type { Book } from '../book.ts';
import { findBooks } from '../find-books.ts';
import { type CatalogCursor, type CatalogFilter, type CatalogOrder, listIdsUnder, listInCollection } from '../store.ts';
import { type CachedCatalog, type CountedFilter, cacheUntilChange, countFilter, currentCatalog, visitSorted } from './catalog-cache.ts';
import { compareRows, isAfterCursor, keysOf, type NumberOrder } from './catalog-orders.ts';
import { type CatalogFacets, countRows, facetsOf, matchesFilter, rowFilterOf } from './count-books.ts';
import { languageKeyOf } from './language-key.ts';
import { listByTitle, type TitledBook } from './listed-book-store.ts';

export interface CatalogPage {
  readonly books: Book[];
  /** Cursor of the next page; undefined on the last page. */
  readonly next: CatalogCursor | undefined;
}

interface PageQuery {
  readonly filter: CatalogFilter;
  readonly order: CatalogOrder;
  readonly after?: CatalogCursor | undefined;
  readonly limit: number;
}

/**
 * The catalog at one moment: counts, facets and sort orders by numbers are those of one state. Complete rows, the order of titles and that
 * of a collection come from the database.
 */
export interface CatalogSnapshot {
  count(filter: CatalogFilter): Promise<number>;
  /**
   * Counts the books for each value of each facet; of the publishers only the most frequent ones. A facet is counted under the other
   * filters, not its own. Values without books are left out, except the chosen category and its ancestors.
   */
  facets(filter: CatalogFilter): Promise<CatalogFacets>;
  /** Returns a page of published books that match the filter, in this order. */
  page(query: PageQuery): Promise<CatalogPage>;
  /** Returns books in the order of `ids`; unpublished books are left out. */
  books(ids: readonly string[]): Promise<Book[]>;
  /** Returns the ids of the published books among the hits of a search: the greatest rank first, then newest first. */
  sortHits(hits: readonly { readonly bookId: string; readonly rank: number }[]): string[];
  /** Returns an id that comes before those of about `count` newest books; undefined if there are not twice as many books. */
  idBeforeNewest(count: number): string | undefined;
  /** Returns whether a published book has this key in the search index as its current version. */
  isInForce(searchKey: number): boolean;
  /** Returns the result of `make`, cached for all callers until the catalog changes. */
  whileUnchanged<T>(key: string, make: () => Promise<T>): Promise<T>;
}

/** Ids of a page of books, and the cursor of the next page. */
interface PageIds {
  readonly ids: readonly string[];
  readonly next: CatalogCursor | undefined;
}

/** Returns books by id, from the cache if possible. */
const booksOf = async (db: Queryable, { books, revision }: CachedCatalog, ids: readonly string[]): Promise<Book[]> => {
  const cached = new Map(ids.flatMap((id) => books.rows.get(id) ?? []).map((book) => [book.id, book]));
  const missing = ids.filter((id) => !cached.has(id));
  const read = new Map((await findBooks(db, missing)).map((book) => [book.id, book]));
  const found = ids.flatMap((id) => cached.get(id) ?? read.get(id) ?? []);
  // If the catalog has changed meanwhile, a row may be older than the change that removed it from the cache.
  if (books.revision === revision) for (const [id, book] of read) books.rows.set(id, book);
  // Some books may have been unpublished since the catalog was read.
  return found.filter(({ shelfState }) => shelfState === 'published');
};

/** Returns a page in an order by numbers. */
const pageByNumbers = (
  catalog: CachedCatalog,
  order: NumberOrder,
  { rowFilter: filter, counted: { rows: matching } }: CountedFilter,
  { after, limit }: PageQuery,
): PageIds => {
  let rows: number[] = [];
  if (matching === undefined) {
    visitSorted(catalog, order, after, (row) => {
      if (matchesFilter(catalog, filter, row)) rows.push(row);
      return rows.length <= limit;
    });
  } else {
    // Few books match: sorting them is faster than searching the whole list for them.
    const left = [...matching].filter((row) => after === undefined || isAfterCursor(order, catalog, after, row));
    rows = left.sort((a, b) => compareRows(order, catalog, a, b)).slice(0, limit + 1);
  }
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const { columns } = catalog;
  return {
    ids: shown.map((row) => columns.idOf(row)),
    next: rows.length > limit && last !== undefined ? [...keysOf(order, catalog, last), columns.idOf(last)] : undefined,
  };
};

/** Number of titles that are read at once beyond those that are expected to suffice, and the maximum number. */
const TITLES_MORE = 8;
const TITLES_MAX = 20_000;

/** Returns a page in the order of titles, which the database sorts because it has the Chinese collation. */
const pageByTitle = async (
  db: Queryable,
  catalog: CachedCatalog,
  { rowFilter: filter, counted: { total, rows } }: CountedFilter,
  { after, limit }: PageQuery,
): Promise<PageIds> => {
  const { columns } = catalog;
  const among = rows && [...rows].map((row) => columns.idOf(row));
  const share = Math.max(total, 1) / Math.max(columns.rows, 1);
  const found: TitledBook[] = [];
  let from = after === undefined ? undefined : { title: String(after[0]), edition: -Number(after[1]), id: String(after[2]) };
  for (let factor = 1; found.length <= limit; factor *= 4) {
    const missing = limit + 1 - found.length;
    const size = among === undefined ? Math.min(TITLES_MAX, Math.ceil((factor * missing) / share) + TITLES_MORE) : missing;
    const read = await listByTitle(db, { after: from, among, limit: size });
    for (const book of read) {
      const row = columns.rowOf(book.id);
      if (row !== undefined && matchesFilter(catalog, filter, row)) found.push(book);
    }
    if (read.length < size) break;
    from = read.at(-1);
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    next: found.length > limit && last !== undefined ? [last.title, -last.edition, last.id] : undefined,
  };
};

const dependsOnCatalogOnly = ({ author, collectionId, licensed }: CatalogFilter): boolean =>
  author === undefined && collectionId === undefined && licensed?.bookIds === undefined;

export const openCatalog = async (db: Queryable): Promise<CatalogSnapshot> => {
  const now = await currentCatalog(db);
  const own = new Map<string, Promise<unknown>>();
  /** Caches a result by filter: for all callers if it depends on the catalog only, otherwise for this snapshot. */
  const cachedByFilter = <T>(name: string, filter: CatalogFilter, make: () => Promise<T>): Promise<T> => {
    const key = `${name} ${JSON.stringify(filter)}`;
    if (dependsOnCatalogOnly(filter)) return cacheUntilChange(now, key, make);
    const result = (own.get(key) as Promise<T> | undefined) ?? make();
    own.set(key, result);
    return result;
  };
  const counted = async (filter: CatalogFilter): Promise<CountedFilter> => {
    if (dependsOnCatalogOnly(filter)) return countFilter(now, filter);
    return cachedByFilter('counted', filter, async () => {
      const { author, collectionId } = filter;
      const ids = author === undefined && collectionId === undefined ? undefined : await listIdsUnder(db, { author, collectionId });
      const rowFilter = rowFilterOf(now, filter, ids);
      return { filter, rowFilter, counted: countRows(now, rowFilter) };
    });
  };
  const pageIds = (query: PageQuery): Promise<PageIds> => {
    const { filter, order, after, limit } = query;
    return cachedByFilter(`page ${order} ${limit} ${JSON.stringify(after ?? null)}`, filter, async () => {
      const count = await counted(filter);
      return order === 'title' ? pageByTitle(db, now, count, query) : pageByNumbers(now, order as NumberOrder, count, query);
    });
  };
  return {
    books: (ids) => booksOf(db, now, ids),
    sortHits: (hits) => {
      const { columns } = now;
      const found = hits.flatMap(({ bookId, rank }) => {
        const row = columns.rowOf(bookId);
        return row === undefined ? [] : [{ bookId, rank, publishedAt: columns.publishedAt(row) }];
      });
      found.sort((a, b) => b.rank - a.rank || b.publishedAt - a.publishedAt || (a.bookId < b.bookId ? -1 : 1));
      return found.map(({ bookId }) => bookId);
    },
    idBeforeNewest: (count) => {
      const { columns } = now;
      return columns.sortedRows < 2 * count ? undefined : columns.idOf(columns.sortedRows - count - 1);
    },
    isInForce: (searchKey) => now.searchKeys.has(searchKey),
    whileUnchanged: (key, make) => cacheUntilChange(now, key, make),
    count: async (filter) => (await counted(filter)).counted.total,
    facets: (filter) => cachedByFilter('facets', filter, async () => facetsOf(now, filter, (await counted(filter)).counted.counts)),
    async page(query) {
      const { filter, order, after, limit } = query;
      if (order === 'collection') {
        const { language, ...rest } = filter;
        const tags = language === undefined ? undefined : now.values.languageTags(languageKeyOf(language));
        const listed = await listInCollection(db, {
          collectionId: filter.collectionId ?? '',
          filter: { ...rest, languageTags: tags },
          after,
          limit,
        });
        const shown = listed.slice(0, limit);
        return { books: shown.map(({ book }) => book), next: listed.length > limit ? shown.at(-1)?.cursor : undefined };
      }
      const { ids, next } = await pageIds(query);
      return { books: await booksOf(db, now, ids), next };
    },
  };
};
