/** What lists ask of the published books in memory: counts, facets, pages, and the answers that hold as long as they do. */
import {
  type AccessModel,
  type BookLevel,
  bookLevel,
  type CategoryKind,
  type CourseFilter,
  type MediaKind,
  mediaKind,
} from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { Book } from './book.ts';
import { findBooks } from './find-books.ts';
import {
  compareKeys,
  currentCatalogue,
  type Entry,
  firstPlace,
  type KeptCatalogue,
  keysOf,
  sortedBy,
  sortedByTitle,
  whileUnchanged,
} from './kept-catalogue.ts';
import { languageKeyOf } from './language-key.ts';
import {
  type CatalogCursor,
  type CatalogFilter,
  type CatalogOrder,
  countTitlesUpTo,
  type ListedBook,
  type ListedCategory,
  listIdsUnder,
  listInCollection,
} from './store.ts';

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
  /** For the page after; absent: this is the last one. */
  readonly next: CatalogCursor | undefined;
}

/** What the catalogue was at one moment. */
export interface Catalogue {
  count(filter: CatalogFilter): Promise<number>;
  /**
   * How many books each choice would leave; every facet is counted under the other filters, not its own. Choices that leave none are left
   * out, but for the chosen discipline and those above it.
   */
  facets(filter: CatalogFilter): Promise<CatalogFacets>;
  /** A page of published books in this order. */
  page(options: { filter: CatalogFilter; order: CatalogOrder; after?: CatalogCursor | undefined; limit: number }): Promise<CatalogPage>;
  /** In the order of `ids`; those that are not published are left out. */
  books(ids: readonly string[]): Promise<Book[]>;
  /** What search must know of a published book, by its id. */
  listed(bookId: string): Pick<ListedBook, 'id' | 'title' | 'publishedAt'> | undefined;
  /** Id of the published book whose version in force the search index calls so. */
  bookOf(searchKey: number): string | undefined;
  /** What `make` answers, once for all who ask until the catalogue changes. */
  whileUnchanged<T>(key: string, make: () => Promise<T>): Promise<T>;
}

const PUBLISHERS_SHOWN = 30;
/** Some two kilobytes each: 20 MB where so many were ever shown. */
const BOOKS_KEPT_MAX = 10_000;

type Test = (entry: Entry) => boolean;

/** `ids`: the books under a filter that only the database can tell. */
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

/** A discipline and all above it. */
const pathTo = (categories: readonly ListedCategory[], id: string | undefined): ReadonlySet<string> => {
  const path = new Set<string>();
  const byId = new Map(categories.map((category) => [category.id, category]));
  for (let one = byId.get(id ?? ''); one !== undefined && !path.has(one.id); one = byId.get(one.parentId ?? '')) path.add(one.id);
  return path;
};

const facetsOf = (kept: KeptCatalogue, filter: CatalogFilter, tests: ReadonlyMap<string, Test>): CatalogFacets => {
  // Facets whose own filter is off are all counted over the same books.
  const all = kept.entries.filter((entry) => passes(entry, tests));
  const under = (name: CourseFilter): readonly Entry[] =>
    tests.has(name) ? kept.entries.filter((entry) => passes(entry, tests, name)) : all;
  const levels = tally(under('level'), ({ level }) => present(level));
  const filed = tally(under('category'), ({ filedUnder }) => filedUnder);
  const chosen = pathTo(kept.categories, filter.category);
  return {
    // Most of the trees is empty in most libraries.
    categories: kept.categories.flatMap(({ id, parentId, kind, name }) => {
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

/** The shown of some books, from memory where they are kept. */
const booksOf = async (db: Queryable, kept: KeptCatalogue, ids: readonly string[]): Promise<Book[]> => {
  const missing = ids.filter((id) => !kept.books.has(id));
  const read = new Map((await findBooks(db, missing)).map((book) => [book.id, book]));
  const books = ids.flatMap((id) => kept.books.get(id) ?? read.get(id) ?? []);
  for (const [id, book] of read) kept.books.set(id, book);
  for (const id of kept.books.keys()) {
    if (kept.books.size <= BOOKS_KEPT_MAX) break;
    kept.books.delete(id);
  }
  // Some may have been taken off the shelf since.
  return books.filter(({ shelfState }) => shelfState === 'published');
};

export const openCatalogue = async (db: Queryable): Promise<Catalogue> => {
  const now = await currentCatalogue(db);
  const readings = new Map<string, Promise<ReadonlySet<string>>>();
  /** Asked for once for the count, the facets and the page of a list. */
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
  /** Kept where the catalogue alone decides. */
  const keptUnder = <T>(name: string, filter: CatalogFilter, make: () => Promise<T>): Promise<T> => {
    const { author, collectionId, licensed } = filter;
    const isOfAll = author === undefined && collectionId === undefined && licensed === undefined;
    return isOfAll ? whileUnchanged(now, `${name} ${JSON.stringify(filter)}`, make) : make();
  };
  const languageTags = (key: string): string[] => [
    ...new Set(now.entries.flatMap((entry) => (entry.languageKey === key ? present(entry.language) : []))),
  ];
  return {
    books: (ids) => booksOf(db, now, ids),
    listed: (bookId) => now.byId.get(bookId),
    bookOf: (searchKey) => now.bySearchKey.get(searchKey)?.id,
    whileUnchanged: (key, make) => whileUnchanged(now, key, make),
    count: (filter) =>
      keptUnder('count', filter, async () => {
        const tests = await testsFor(filter);
        return now.entries.reduce((sum, entry) => (passes(entry, tests) ? sum + 1 : sum), 0);
      }),
    facets: (filter) => keptUnder('facets', filter, async () => facetsOf(now, filter, await testsFor(filter))),
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
      let place = 0;
      if (after !== undefined && order !== 'title') {
        place = firstPlace(sorted.length, (at) => compareKeys(after, cursorOf(sorted[at] as Entry)) < 0);
      } else if (after !== undefined) {
        const [title, edition, id] = [String(after[0]), -Number(after[1]), String(after[2])];
        const last = now.byId.get(id);
        const known = last?.title === title && last.edition === edition ? sorted.indexOf(last) : -1;
        place = known >= 0 ? known + 1 : await countTitlesUpTo(db, { title, edition, id });
      }
      const found: Entry[] = [];
      for (; place < sorted.length && found.length <= limit; place++) {
        const entry = sorted[place];
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
