/** Queries over the published books in memory: counts, facets and pages, with results cached until the catalog changes. */
import {
  type AccessModel,
  type BookLevel,
  bookLevel,
  type CategoryKind,
  type CourseFilter,
  type MediaKind,
  mediaKind,
} from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { Book } from '../book.ts';
import { findBooks } from '../find-books.ts';
import {
  type CatalogCursor,
  type CatalogFilter,
  type CatalogOrder,
  countTitlesUpTo,
  type ListedBook,
  type ListedCategory,
  listIdsUnder,
  listInCollection,
} from '../store.ts';
import {
  type CachedCatalog,
  cacheUntilChange,
  compareKeys,
  currentCatalog,
  type Entry,
  firstIndex,
  keysOf,
  sortedBy,
  sortedByTitle,
} from './catalog-cache.ts';
import { languageKeyOf } from './language-key.ts';

type Counted<T> = { value: T; count: number }[];

export interface CatalogFacets {
  readonly categories: { id: string; parentId?: string; kind: CategoryKind; name: string; count: number }[];
  readonly levels: Counted<BookLevel>;
  readonly access: Counted<AccessModel>;
  readonly languages: Counted<string>;
  readonly publishers: Counted<string>;
  readonly plans: Counted<string>;
  readonly media: Counted<MediaKind>;
  readonly years: Counted<number>;
}

export interface CatalogPage {
  readonly books: Book[];
  /** Cursor of the next page; undefined on the last page. */
  readonly next: CatalogCursor | undefined;
}

/**
 * The catalog at one moment: counts, facets and sort orders are those of one state. Complete rows and the order of a collection come from
 * the database.
 */
export interface CatalogSnapshot {
  count(filter: CatalogFilter): Promise<number>;
  /**
   * Counts the books for each value of each facet; of the publishers only the most frequent ones. A facet is counted under the other
   * filters, not its own. Values without books are left out, except the chosen category and its ancestors.
   */
  facets(filter: CatalogFilter): Promise<CatalogFacets>;
  /** Returns a page of published books that match the filter, in this order. */
  page(options: { filter: CatalogFilter; order: CatalogOrder; after?: CatalogCursor | undefined; limit: number }): Promise<CatalogPage>;
  /** Returns books in the order of `ids`; unpublished books are left out. */
  books(ids: readonly string[]): Promise<Book[]>;
  /** Returns the fields that search needs of a published book; undefined for another book. */
  listed(bookId: string): Pick<ListedBook, 'id' | 'title' | 'publishedAt'> | undefined;
  /** Returns the id of the published book whose current version has this key in the search index. */
  bookOf(searchKey: number): string | undefined;
  /** Returns the result of `make`, cached for all callers until the catalog changes. */
  whileUnchanged<T>(key: string, make: () => Promise<T>): Promise<T>;
}

const PUBLISHERS_SHOWN = 30;

type Test = (entry: Entry) => boolean;

/**
 * Returns the tests that a book must pass, one for each facet of the filter. `ids`: the books of the author or collection of the filter,
 * which only the database can find.
 */
const testsOf = (filter: CatalogFilter, ids: ReadonlySet<string> | undefined): Map<string, Test> => {
  const tests = new Map<string, Test>();
  const { category, level, access, publisher, plan, media, year, licensed } = filter;
  const language = filter.language === undefined ? undefined : languageKeyOf(filter.language);
  if (category !== undefined) tests.set('category', (entry) => entry.filedUnder.has(category));
  if (level !== undefined) tests.set('level', (entry) => entry.level === level);
  if (access !== undefined) tests.set('access', (entry) => entry.access === access);
  if (language !== undefined) tests.set('language', (entry) => entry.languageKey === language);
  if (publisher !== undefined) tests.set('publisher', (entry) => entry.publisher === publisher);
  if (plan !== undefined) tests.set('plan', (entry) => (plan === true ? entry.plan !== null : entry.plan === plan));
  if (media !== undefined) tests.set('media', (entry) => entry.media.includes(media));
  if (year !== undefined) tests.set('year', (entry) => entry.year === year);
  if (filter.isPopular === true) tests.set('isPopular', ({ score }) => score > 0);
  if (licensed !== undefined) {
    const licensedIds = licensed.bookIds === undefined ? undefined : new Set(licensed.bookIds);
    tests.set('licensed', (entry) => entry.access !== 'free' && licensedIds?.has(entry.id) !== false);
  }
  if (ids !== undefined) tests.set('ids', ({ id }) => ids.has(id));
  return tests;
};

const passes = (entry: Entry, tests: ReadonlyMap<string, Test>, but?: string): boolean => {
  for (const [name, test] of tests) if (name !== but && !test(entry)) return false;
  return true;
};

const byCount = (a: { value: unknown; count: number }, b: { value: unknown; count: number }): number =>
  b.count - a.count || (String(a.value) < String(b.value) ? -1 : 1);

const tally = <T>(entries: readonly Entry[], valuesOf: (entry: Entry) => Iterable<T>): Map<T, number> => {
  const counts = new Map<T, number>();
  for (const entry of entries) for (const value of valuesOf(entry)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

const counted = <T>(counts: ReadonlyMap<T, number>): Counted<T> =>
  [...counts].map(([value, count]) => ({ value, count })).toSorted(byCount);

const present = <T>(value: T | null | undefined): T[] => (value === null || value === undefined ? [] : [value]);

/** Returns the ids of a category and its ancestors. */
const pathTo = (categories: readonly ListedCategory[], id: string | undefined): ReadonlySet<string> => {
  const path = new Set<string>();
  const byId = new Map(categories.map((category) => [category.id, category]));
  for (let one = byId.get(id ?? ''); one !== undefined && !path.has(one.id); one = byId.get(one.parentId ?? '')) path.add(one.id);
  return path;
};

const facetsOf = (catalog: CachedCatalog, filter: CatalogFilter, tests: ReadonlyMap<string, Test>): CatalogFacets => {
  // All facets for which the filter has no value are counted over the same books.
  const all = catalog.entries.filter((entry) => passes(entry, tests));
  const under = (name: CourseFilter): readonly Entry[] =>
    tests.has(name) ? catalog.entries.filter((entry) => passes(entry, tests, name)) : all;
  const levels = tally(under('level'), ({ level }) => present(level));
  const filed = tally(under('category'), ({ filedUnder }) => filedUnder);
  const chosen = pathTo(catalog.categories, filter.category);
  return {
    // In most libraries most categories are empty, so empty ones are left out.
    categories: catalog.categories.flatMap(({ id, parentId, kind, name }) => {
      const count = filed.get(id) ?? 0;
      return count === 0 && !chosen.has(id) ? [] : [{ id, ...(parentId === null ? {} : { parentId }), kind, name, count }];
    }),
    levels: bookLevel.options.flatMap((value) => {
      const count = levels.get(value);
      return count === undefined ? [] : [{ value, count }];
    }),
    access: counted(tally(under('access'), ({ access }) => [access])),
    languages: counted(tally(under('language'), ({ languageKey }) => present(languageKey))),
    publishers: counted(tally(under('publisher'), ({ publisher }) => present(publisher))).slice(0, PUBLISHERS_SHOWN),
    plans: counted(tally(under('plan'), ({ plan }) => present(plan))),
    media: [...tally(under('media'), ({ media }) => media)]
      .map(([value, count]) => ({ value, count }))
      .toSorted((a, b) => mediaKind.options.indexOf(a.value) - mediaKind.options.indexOf(b.value)),
    years: [...tally(under('year'), ({ year }) => present(year))]
      .map(([value, count]) => ({ value, count }))
      .toSorted((a, b) => b.value - a.value),
  };
};

/** Returns books by id, from the cache if possible. */
const booksOf = async (db: Queryable, catalog: CachedCatalog, ids: readonly string[]): Promise<Book[]> => {
  const cached = new Map(ids.flatMap((id) => catalog.books.get(id) ?? []).map((book) => [book.id, book]));
  const missing = ids.filter((id) => !cached.has(id));
  const read = new Map((await findBooks(db, missing)).map((book) => [book.id, book]));
  const books = ids.flatMap((id) => cached.get(id) ?? read.get(id) ?? []);
  for (const [id, book] of read) catalog.books.set(id, book);
  // Some books may have been unpublished since the catalog was read.
  return books.filter(({ shelfState }) => shelfState === 'published');
};

export const openCatalog = async (db: Queryable): Promise<CatalogSnapshot> => {
  const now = await currentCatalog(db);
  const readings = new Map<string, Promise<ReadonlySet<string>>>();
  /** Returns the ids of the books of an author or collection. The count, the facets and the page of a list share the result. */
  const idsUnder = (author: string | undefined, collectionId: string | undefined): Promise<ReadonlySet<string>> => {
    const key = JSON.stringify([author, collectionId]);
    const reading = readings.get(key) ?? listIdsUnder(db, { author, collectionId }).then((ids) => new Set(ids));
    readings.set(key, reading);
    return reading;
  };
  const testsFor = async (filter: CatalogFilter): Promise<Map<string, Test>> => {
    const { author, collectionId } = filter;
    return testsOf(filter, author === undefined && collectionId === undefined ? undefined : await idsUnder(author, collectionId));
  };
  /** Caches a result by filter if the result depends on the catalog only. */
  const cachedByFilter = <T>(name: string, filter: CatalogFilter, make: () => Promise<T>): Promise<T> => {
    const { author, collectionId, licensed } = filter;
    const isOfAll = author === undefined && collectionId === undefined && licensed === undefined;
    return isOfAll ? cacheUntilChange(now, `${name} ${JSON.stringify(filter)}`, make) : make();
  };
  const languageTags = (key: string): string[] => [
    ...new Set(now.entries.flatMap((entry) => (entry.languageKey === key ? present(entry.language) : []))),
  ];
  return {
    books: (ids) => booksOf(db, now, ids),
    listed: (bookId) => now.byId.get(bookId),
    bookOf: (searchKey) => now.bySearchKey.get(searchKey)?.id,
    whileUnchanged: (key, make) => cacheUntilChange(now, key, make),
    count: (filter) =>
      cachedByFilter('count', filter, async () => {
        const tests = await testsFor(filter);
        return now.entries.reduce((sum, entry) => (passes(entry, tests) ? sum + 1 : sum), 0);
      }),
    facets: (filter) => cachedByFilter('facets', filter, async () => facetsOf(now, filter, await testsFor(filter))),
    async page({ filter, order, after, limit }) {
      if (order === 'collection') {
        const { language, ...rest } = filter;
        const tags = language === undefined ? undefined : languageTags(languageKeyOf(language));
        const listed = await listInCollection(db, {
          collectionId: filter.collectionId ?? '',
          filter: { ...rest, languageTags: tags },
          after,
          limit,
        });
        const shown = listed.slice(0, limit);
        return { books: shown.map(({ book }) => book), next: listed.length > limit ? shown.at(-1)?.cursor : undefined };
      }
      const tests = await testsFor(filter);
      const sorted = order === 'title' ? await sortedByTitle(db, now) : sortedBy(now, order);
      const cursorOf = (entry: Entry): CatalogCursor => [
        ...(order === 'title' ? [entry.title, -entry.edition] : keysOf(order, entry)),
        entry.id,
      ];
      let index = 0;
      if (after !== undefined && order !== 'title') {
        index = firstIndex(sorted.length, (at) => compareKeys(after, cursorOf(sorted[at] as Entry)) < 0);
      } else if (after !== undefined) {
        const [title, edition, id] = [String(after[0]), -Number(after[1]), String(after[2])];
        const last = now.byId.get(id);
        const lastIndex = last?.title === title && last.edition === edition ? sorted.indexOf(last) : -1;
        index = lastIndex >= 0 ? lastIndex + 1 : await countTitlesUpTo(db, { title, edition, id });
      }
      const found: Entry[] = [];
      for (; index < sorted.length && found.length <= limit; index++) {
        const entry = sorted[index];
        if (entry !== undefined && passes(entry, tests)) found.push(entry);
      }
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      const ids = shown.map(({ id }) => id);
      return {
        books: await booksOf(db, now, ids),
        next: found.length > limit && last !== undefined ? cursorOf(last) : undefined,
      };
    },
  };
};
