/**
 * The published books in the memory of a process, as columns of numbers, with cached results that are invalidated by a change. The database
 * counts changes; each call first reads the changes since the previous one, so results are never stale.
 */
import type { Queryable } from '../../../platform/database.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import type { Book } from '../book.ts';
import type { CatalogCursor, CatalogFilter } from '../store.ts';
import { BookColumns } from './book-columns.ts';
import { insertRow, type NumberOrder, removeRow, sortBooks, visitOrder } from './catalog-orders.ts';
import { CatalogValues, CategoryTree } from './catalog-values.ts';
import { type CountedRows, countRows, type RowFilter, recountRows, rowFilterOf } from './count-books.ts';
import { type ChangedBooks, readChangedBooks, readListedBooks, readListedCategories, readRevision } from './listed-book-store.ts';
import type { RowOrder } from './row-order.ts';
import { SearchKeys } from './search-keys.ts';
import { WorkEditions } from './work-editions.ts';

/** The catalog at one revision. Only `orders`, `counts`, `books` and `results` change, which are caches. */
export interface CachedCatalog {
  readonly revision: number;
  readonly columns: BookColumns;
  readonly values: CatalogValues;
  readonly tree: CategoryTree;
  /** For a row whose work has a newer published edition: the row of the newest one. */
  readonly newest: ReadonlyMap<number, number>;
  /** The keys that the current versions of published books have in the search index. */
  readonly searchKeys: SearchKeys;
  /** The lists of `catalog-orders.ts`, computed when the order is first requested. */
  readonly orders: Map<NumberOrder, RowOrder>;
  /** The counts of filters that depend on the catalog only, by the filter as JSON. Changes are added to them. */
  readonly counts: LruCache<string, CountedFilter>;
  /** Complete rows by book id, shared by all revisions. */
  readonly books: BookCache;
  /** Results of other queries by cache key, until the catalog changes. */
  readonly results: LruCache<string, Promise<unknown>>;
}

export interface CountedFilter {
  readonly filter: CatalogFilter;
  readonly rowFilter: RowFilter;
  readonly counted: CountedRows;
}

interface BookCache {
  /** The revision whose rows may be added. */
  revision: number;
  readonly rows: LruCache<string, Book>;
}

/** Number of books that are read at once; reading and storing them blocks the event loop for some milliseconds. */
const PAGE_BOOKS = 4_096;
/** Maximum number of changed books that are read at once; if more have changed, the whole catalog is read again. */
const CHANGES_MAX = 5_000;
const RESULTS_MAX = 1_000;
const COUNTS_MAX = 200;
/** Maximum number of changes of rows that are added to cached counts, one for each filter; beyond it counting again is faster. */
const RECOUNTS_MAX = 20_000;
/** Maximum number of complete rows in the cache. A row has about two kilobytes, so the full cache has about 20 MB. */
const BOOKS_CACHED_MAX = 10_000;

/** What only the reader of changes uses: it changes with each revision. */
const works = new WeakMap<CatalogValues, WorkEditions>();

const withRecounts = (old: CachedCatalog, now: CachedCatalog, changed: ReadonlySet<number>): CachedCatalog => {
  const entries = [...old.counts.entries()];
  if (old.tree !== now.tree || entries.length * changed.size > RECOUNTS_MAX) return now;
  for (const [key, { filter, rowFilter, counted }] of entries) {
    const after = rowFilterOf(now, filter, undefined);
    const recounted = recountRows(counted, { ...old, filter: rowFilter }, { ...now, filter: after }, changed);
    now.counts.set(key, { filter, rowFilter: after, counted: recounted });
  }
  return now;
};

const withChanges = (old: CachedCatalog, { revision, ids, books }: ChangedBooks, tree: CategoryTree): CachedCatalog => {
  const { values } = old;
  const editions = works.get(values) ?? new WorkEditions();
  const published = new Map(books.map((book) => [book.id, book]));
  const columns = old.columns.withBooks(
    ids.map((id) => {
      const book = published.get(id);
      return { id, values: book && values.valuesOf(book) };
    }),
  );
  const changed = new Set(ids.flatMap((id) => [old.columns.rowOf(id), columns.rowOf(id)]).filter((row) => row !== undefined));
  const newest = editions.withChanges(
    old.newest,
    columns,
    [...changed].map((row) => ({ row, workId: published.get(columns.idOf(row))?.workId ?? null })),
  );
  // A change of one edition affects the other editions of its work, because they are sorted after the newest one.
  const moved = new Set([...changed, ...editions.affected]);
  const orders = new Map<NumberOrder, RowOrder>();
  const state = { columns, newest };
  for (const [order, before] of old.orders) {
    let list = before;
    for (const row of moved) if (old.columns.isListed(row)) list = removeRow(order, old, list, row);
    for (const row of moved) if (columns.isListed(row)) list = insertRow(order, state, list, row);
    orders.set(order, list);
  }
  const keysOf = (all: BookColumns): number[] => [...changed].flatMap((row) => (all.isListed(row) ? all.get('searchKey', row) : []));
  for (const row of moved) old.books.rows.delete(columns.idOf(row));
  for (const id of ids) old.books.rows.delete(id);
  old.books.revision = revision;
  const changedCatalog: CachedCatalog = {
    revision,
    columns,
    values,
    tree,
    newest,
    searchKeys: old.searchKeys.with({ removed: keysOf(old.columns), added: keysOf(columns) }),
    orders,
    counts: new LruCache({ max: COUNTS_MAX }),
    books: old.books,
    results: new LruCache({ max: RESULTS_MAX }),
  };
  return withRecounts(old, changedCatalog, changed);
};

const refresh = async (db: Queryable, old: CachedCatalog): Promise<CachedCatalog> => {
  const changes = await readChangedBooks(db, old.revision, CHANGES_MAX);
  if (changes === undefined) return readAll(db);
  if (!changes.hasNewCategories) return withChanges(old, changes, old.tree);
  old.books.rows.clear();
  return withChanges(old, changes, new CategoryTree(await readListedCategories(db)));
};

/** Reads the published books in pages, and then those that were changed meanwhile. */
const readAll = async (db: Queryable): Promise<CachedCatalog> => {
  const revision = await readRevision(db);
  const tree = new CategoryTree(await readListedCategories(db));
  const values = new CatalogValues();
  const builder = BookColumns.builder();
  const inWorks: { id: string; workId: string }[] = [];
  for (let page = readListedBooks(db, '', PAGE_BOOKS), more = true; more; ) {
    const books = await page;
    more = books.length === PAGE_BOOKS;
    // PostgreSQL reads the next page while this one is stored.
    if (more) page = readListedBooks(db, books.at(-1)?.id ?? '', PAGE_BOOKS);
    for (const book of books) {
      builder.add(book.id, values.valuesOf(book));
      if (book.workId !== null) inWorks.push({ id: book.id, workId: book.workId });
    }
  }
  const columns = builder.build();
  const editions = new WorkEditions();
  works.set(values, editions);
  const rows = inWorks.flatMap(({ id, workId }) => {
    const row = columns.rowOf(id);
    return row === undefined ? [] : [{ row, workId }];
  });
  const catalog: CachedCatalog = {
    revision,
    columns,
    values,
    tree,
    newest: editions.withChanges(new Map(), columns, rows),
    searchKeys: SearchKeys.of(columns),
    orders: new Map(),
    counts: new LruCache({ max: COUNTS_MAX }),
    books: { revision, rows: new LruCache({ max: BOOKS_CACHED_MAX }) },
    results: new LruCache({ max: RESULTS_MAX }),
  };
  return (await readRevision(db)) === revision ? catalog : refresh(db, catalog);
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

const listOf = (catalog: CachedCatalog, order: NumberOrder): RowOrder => {
  const cached = catalog.orders.get(order) ?? sortBooks(order, catalog);
  catalog.orders.set(order, cached);
  return cached;
};

/** Calls `visit` with the published rows after a cursor in an order, until it returns false. */
export const visitSorted = (
  catalog: CachedCatalog,
  order: NumberOrder,
  after: CatalogCursor | undefined,
  visit: (row: number) => boolean,
): void => visitOrder(order, catalog, { own: listOf(catalog, order), newest: listOf(catalog, 'newest') }, after, visit);

/** Returns the counts of a filter that depends on the catalog only. */
export const countFilter = (catalog: CachedCatalog, filter: CatalogFilter): CountedFilter => {
  const key = JSON.stringify(filter);
  const cached = catalog.counts.get(key);
  if (cached !== undefined) return cached;
  const rowFilter = rowFilterOf(catalog, filter, undefined);
  const counted = { filter, rowFilter, counted: countRows(catalog, rowFilter) };
  catalog.counts.set(key, counted);
  return counted;
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
