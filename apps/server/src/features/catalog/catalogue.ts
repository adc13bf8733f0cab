/**
 * The published books as a process keeps them in memory: narrow rows, sorted once, to be counted and paged through. Read anew as soon as the
 * database says that a book, a discipline, the popularity or a rating has changed, so that an answer is never older than its question.
 */
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
  readListedBooks,
  readRevision,
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
  /** How many books each choice would leave; every facet is counted under the other filters, not its own. */
  facets(filter: CatalogFilter): Promise<CatalogFacets>;
  /** A page of published books in this order. */
  page(options: { filter: CatalogFilter; order: CatalogOrder; after?: CatalogCursor | undefined; limit: number }): Promise<CatalogPage>;
}

interface Entry extends ListedBook {
  readonly languageKey: string | undefined;
  /** The disciplines it is filed under, and all above them. */
  readonly filedUnder: ReadonlySet<string>;
  /** The newest edition, where it is newer than this one. */
  readonly newest: ListedBook | undefined;
}

interface Kept {
  readonly revision: number;
  readonly entries: readonly Entry[];
  readonly byId: ReadonlyMap<string, Entry>;
  /** In the order of the tree. */
  readonly categories: readonly ListedCategory[];
  readonly sorted: Map<CatalogOrder, readonly Entry[]>;
  /** By filter; those of filters that only the database can tell are not kept. */
  readonly facets: Map<string, CatalogFacets>;
}

const FACETS_KEPT_MAX = 500;

const PUBLISHERS_SHOWN = 30;
const DAY_MS = 86_400_000;
/** In the weighed order each point of popularity makes a book count as a day newer, up to so many. */
const DAYS_BY_READERS_MAX = 180;

type Keys = (book: ListedBook) => readonly number[];

/** The orders of numbers; titles are sorted by the database, and a collection by its editor. */
const numberKeys: Partial<Record<CatalogOrder, Keys>> = {
  newest: ({ publishedAt }) => [publishedAt],
  weighed: ({ publishedAt, score }) => [publishedAt + Math.min(score, DAYS_BY_READERS_MAX) * DAY_MS],
  hot: ({ publishedAt, score }) => [score, publishedAt],
  rating: ({ publishedAt, rating }) => [rating, publishedAt],
};

/** Less than 0: `a` comes before `b`. Greater keys first, the id last. */
const compareKeys = (a: readonly (number | string)[], b: readonly (number | string)[]): number => {
  for (const [index, mine] of a.entries()) {
    const other = b[index];
    if (other === undefined || mine === other) continue;
    return mine > other ? -1 : 1;
  }
  return 0;
};

/** An edition never comes before a newer one; where it would, it comes right after it. What readers rated is theirs to judge. */
const keysFor = (order: CatalogOrder): ((entry: Entry) => readonly number[]) | undefined => {
  const keys = numberKeys[order];
  if (keys === undefined || order === 'rating') return keys;
  return (entry) => {
    const { newest } = entry;
    const own = keys(entry);
    if (newest === undefined) return own;
    const theirs = keys(newest);
    const behind = [...theirs.slice(0, -1), (theirs.at(-1) ?? 0) - (newest.edition - entry.edition)];
    return compareKeys(own, behind) < 0 ? behind : own;
  };
};

const sortedBy = (kept: Kept, order: CatalogOrder, keys: (entry: Entry) => readonly number[]): readonly Entry[] => {
  const known = kept.sorted.get(order);
  if (known !== undefined) return known;
  const keyed = kept.entries.map((entry) => ({ entry, key: [...keys(entry), entry.id] }));
  const sorted = keyed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ entry }) => entry);
  kept.sorted.set(order, sorted);
  return sorted;
};

const sortedByTitle = (kept: Kept): readonly Entry[] => {
  const sorted = kept.sorted.get('title') ?? kept.entries.toSorted((a, b) => a.titleRank - b.titleRank);
  kept.sorted.set('title', sorted);
  return sorted;
};

/** First place of a sorted list that fulfils `isAfter`, which is false up to there and true from there on. */
const firstPlace = (length: number, isAfter: (place: number) => boolean): number => {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

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

const facetsOf = (kept: Kept, tests: ReadonlyMap<string, Test>): CatalogFacets => {
  // Facets whose own filter is off are all counted over the same books.
  const all = kept.entries.filter((entry) => passes(entry, tests));
  const under = (name: CourseFilter): readonly Entry[] =>
    tests.has(name) ? kept.entries.filter((entry) => passes(entry, tests, name)) : all;
  const levels = tally(under('level'), ({ level }) => present(level));
  const filed = tally(under('category'), ({ filedUnder }) => filedUnder);
  return {
    categories: kept.categories.map(({ id, parentId, kind, name }) => ({
      id,
      ...(parentId === null ? {} : { parentId }),
      kind,
      name,
      count: filed.get(id) ?? 0,
    })),
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

const read = async (db: Queryable): Promise<Kept> => {
  const { revision, books, categories } = await readListedBooks(db);
  const parents = new Map(categories.map(({ id, parentId }) => [id, parentId]));
  // Books filed alike share one set.
  const filings = new Map<string, ReadonlySet<string>>();
  const filingOf = (ids: readonly string[]): ReadonlySet<string> => {
    const key = ids.join(' ');
    const known = filings.get(key);
    if (known !== undefined) return known;
    const filing = new Set<string>();
    for (const id of ids) for (let at: string | null | undefined = id; at && !filing.has(at); at = parents.get(at)) filing.add(at);
    filings.set(key, filing);
    return filing;
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
  const entries = books.map(
    (book): Entry => ({
      ...book,
      languageKey: book.language === null ? undefined : languageKeyOf(book.language),
      filedUnder: filingOf(book.categoryIds),
      newest: newerThan(book),
    }),
  );
  return { revision, entries, byId: new Map(entries.map((entry) => [entry.id, entry])), categories, sorted: new Map(), facets: new Map() };
};

/** By the database it was read from; several askers wait for one reading. */
const kept = new WeakMap<object, { readonly revision: number; readonly reading: Promise<Kept> }>();

const current = async (db: Queryable): Promise<Kept> => {
  const revision = await readRevision(db);
  const known = kept.get(db);
  if (known?.revision === revision) return known.reading;
  const reading = read(db);
  kept.set(db, { revision, reading });
  reading.catch(() => kept.delete(db));
  return reading;
};

export const openCatalogue = async (db: Queryable): Promise<Catalogue> => {
  const now = await current(db);
  const testsFor = async (filter: CatalogFilter): Promise<Map<string, Test>> => {
    const { author, collectionId } = filter;
    const asked = author === undefined && collectionId === undefined ? undefined : await listIdsUnder(db, { author, collectionId });
    return testsOf(filter, asked && new Set(asked));
  };
  const languageTags = (key: string): string[] => [
    ...new Set(now.entries.flatMap((entry) => (entry.languageKey === key ? present(entry.language) : []))),
  ];
  return {
    async count(filter) {
      const tests = await testsFor(filter);
      return now.entries.reduce((sum, entry) => (passes(entry, tests) ? sum + 1 : sum), 0);
    },
    async facets(filter) {
      const { author, collectionId, licensed } = filter;
      const key = author === undefined && collectionId === undefined && licensed === undefined ? JSON.stringify(filter) : undefined;
      const known = key === undefined ? undefined : now.facets.get(key);
      const facets = known ?? facetsOf(now, await testsFor(filter));
      if (key !== undefined && now.facets.size < FACETS_KEPT_MAX) now.facets.set(key, facets);
      return facets;
    },
    async page({ filter, order, after, limit }) {
      const keys = keysFor(order);
      if (keys === undefined && order !== 'title') {
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
      const sorted = keys === undefined ? sortedByTitle(now) : sortedBy(now, order, keys);
      const cursorOf = (entry: Entry): CatalogCursor => [...(keys?.(entry) ?? [entry.title, -entry.edition]), entry.id];
      let place = 0;
      if (after !== undefined && keys !== undefined) {
        place = firstPlace(sorted.length, (at) => compareKeys(after, cursorOf(sorted[at] as Entry)) < 0);
      } else if (after !== undefined) {
        const [title, edition, id] = [String(after[0]), -Number(after[1]), String(after[2])];
        const last = now.byId.get(id);
        place = last?.title === title && last.edition === edition ? last.titleRank : await countTitlesUpTo(db, { title, edition, id });
      }
      const found: Entry[] = [];
      for (; place < sorted.length && found.length <= limit; place++) {
        const entry = sorted[place];
        if (entry !== undefined && passes(entry, tests)) found.push(entry);
      }
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      const books = await findBooks(
        db,
        shown.map(({ id }) => id),
      );
      // Some may have been taken off the shelf since.
      return {
        books: books.filter(({ shelfState }) => shelfState === 'published'),
        next: found.length > limit && last !== undefined ? cursorOf(last) : undefined,
      };
    },
  };
};
