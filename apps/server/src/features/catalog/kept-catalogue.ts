/**
 * The published books as a process keeps them in memory: narrow rows, sorted once, with what was found out about them until they change. The
 * database counts the changes; what changed since is read before a call is answered, so that no answer is older than its question.
 */
import type { Queryable } from '../../platform/database.ts';
import type { Book } from './book.ts';
import { languageKeyOf } from './language-key.ts';
import {
  type CatalogOrder,
  type ChangedBooks,
  type ListedBook,
  type ListedCategory,
  listIdsByTitle,
  readChangedBooks,
  readListedBooks,
  readRevision,
} from './store.ts';

export interface Entry extends ListedBook {
  readonly languageKey: string | undefined;
  /** The disciplines it is filed under, and all above them. */
  readonly filedUnder: ReadonlySet<string>;
  /** The newest edition, where it is newer than this one. */
  readonly newest: ListedBook | undefined;
}

/** The orders of numbers. */
export type NumberOrder = Exclude<CatalogOrder, 'title' | 'collection'>;

export interface KeptCatalogue {
  readonly revision: number;
  readonly entries: readonly Entry[];
  readonly byId: ReadonlyMap<string, Entry>;
  /** By what the search index calls the version in force. */
  readonly bySearchKey: ReadonlyMap<number, Entry>;
  /** In the order of the tree. */
  readonly categories: readonly ListedCategory[];
  /** Filled as they are asked for. */
  readonly sorted: Map<NumberOrder, readonly Entry[]>;
  /** Ids in the order of titles. */
  readonly titles: { reading?: Promise<readonly string[]> };
  /** Whole rows of some books. */
  readonly books: Map<string, Book>;
  /** Of other questions, by their key: as long as nothing changes. */
  readonly answers: Map<string, Promise<unknown>>;
}

/** Changes of more books are read as a whole. */
const CHANGES_MAX = 1_000;
const ANSWERS_MAX = 1_000;
const DAY_MS = 86_400_000;
/** In the weighed order each point of popularity makes a book count as a day newer, up to so many. */
const DAYS_BY_READERS_MAX = 180;

const numberKeys: Record<NumberOrder, (book: ListedBook) => readonly number[]> = {
  newest: ({ publishedAt }) => [publishedAt],
  weighed: ({ publishedAt, score }) => [publishedAt + Math.min(score, DAYS_BY_READERS_MAX) * DAY_MS],
  hot: ({ publishedAt, score }) => [score, publishedAt],
  rating: ({ publishedAt, rating }) => [rating, publishedAt],
};

/** Less than 0: `a` comes before `b`. Greater keys first, the id last. */
export const compareKeys = (a: readonly (number | string)[], b: readonly (number | string)[]): number => {
  for (const [index, mine] of a.entries()) {
    const other = b[index];
    if (other === undefined || mine === other) continue;
    return mine > other ? -1 : 1;
  }
  return 0;
};

/**
 * What an order sorts by, the greatest first. An edition never comes before a newer one; where it would, it comes right after it. What readers
 * rated is theirs to judge.
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

/** First place of a sorted list that fulfils `isAfter`, which is false up to there and true from there on. */
export const firstPlace = (length: number, isAfter: (place: number) => boolean): number => {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAfter(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** `books` holds all editions of each of their works. Books filed alike share one set. */
const makeEntries = (books: readonly ListedBook[], categories: readonly ListedCategory[]): Entry[] => {
  const parents = new Map(categories.map(({ id, parentId }) => [id, parentId]));
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
  return books.map((book) => ({
    ...book,
    languageKey: book.language === null ? undefined : languageKeyOf(book.language),
    filedUnder: filingOf(book.categoryIds),
    newest: newerThan(book),
  }));
};

const keep = (
  revision: number,
  entries: readonly Entry[],
  known: Pick<KeptCatalogue, 'categories' | 'sorted' | 'titles' | 'books'>,
): KeptCatalogue => ({
  ...known,
  revision,
  entries,
  byId: new Map(entries.map((entry) => [entry.id, entry])),
  bySearchKey: new Map(entries.map((entry) => [entry.searchKey, entry])),
  answers: new Map(),
});

const readAll = async (db: Queryable): Promise<KeptCatalogue> => {
  const { revision, books, categories } = await readListedBooks(db);
  return keep(revision, makeEntries(books, categories), { categories, sorted: new Map(), titles: {}, books: new Map() });
};

const withChanges = (old: KeptCatalogue, { revision, ids, books }: ChangedBooks): KeptCatalogue => {
  const told = new Set(ids);
  // What an edition changes, it changes for the others too.
  const works = new Set([...books, ...ids.flatMap((id) => old.byId.get(id) ?? [])].flatMap(({ workId }) => workId ?? []));
  const others = works.size === 0 ? [] : old.entries.filter(({ id, workId }) => !told.has(id) && workId !== null && works.has(workId));
  const changed = new Set([...ids, ...others.map(({ id }) => id)]);
  const fresh = makeEntries([...books, ...others], old.categories);
  const stays = ({ id }: Entry): boolean => !changed.has(id);
  const sorted = new Map<NumberOrder, readonly Entry[]>();
  for (const [order, before] of old.sorted) {
    const keyOf = (entry: Entry): readonly (number | string)[] => [...keysOf(order, entry), entry.id];
    const list = before.filter(stays);
    for (const entry of fresh) {
      const key = keyOf(entry);
      list.splice(
        firstPlace(list.length, (place) => compareKeys(key, keyOf(list[place] as Entry)) < 0),
        0,
        entry,
      );
    }
    sorted.set(order, list);
  }
  const freshById = new Map(fresh.map((entry) => [entry.id, entry]));
  const titlesStay = ids.every((id) => {
    const [before, now] = [old.byId.get(id), freshById.get(id)];
    return before?.title === now?.title && before?.edition === now?.edition;
  });
  const kept = new Map(old.books);
  for (const id of changed) kept.delete(id);
  return keep(revision, [...old.entries.filter(stays), ...fresh], {
    categories: old.categories,
    sorted,
    titles: titlesStay ? old.titles : {},
    books: kept,
  });
};

const refresh = async (db: Queryable, old: KeptCatalogue): Promise<KeptCatalogue> => {
  const changes = await readChangedBooks(db, old.revision, CHANGES_MAX);
  return changes === undefined ? readAll(db) : withChanges(old, changes);
};

interface Reading {
  /** At least. */
  revision: number;
  readonly catalogue: Promise<KeptCatalogue>;
}

/** By the database it was read from; several askers wait for one reading. */
const readings = new WeakMap<object, Reading>();

/** The catalogue as it is now, or later. */
export const currentCatalogue = async (db: Queryable): Promise<KeptCatalogue> => {
  let revision = await readRevision(db);
  let known = readings.get(db);
  if (known !== undefined && known.revision > revision) {
    // Somebody was told of a later change meanwhile. If nobody was, the database has been put back to an earlier state.
    const least = known.revision;
    revision = await readRevision(db);
    known = readings.get(db);
    if (revision < least) known = undefined;
  }
  if (known !== undefined && known.revision >= revision) return known.catalogue;
  const catalogue =
    known === undefined
      ? readAll(db)
      : known.catalogue.then(
          (old) => (old.revision >= revision ? old : refresh(db, old)),
          () => readAll(db),
        );
  const reading: Reading = { revision, catalogue };
  readings.set(db, reading);
  catalogue.then(
    (read) => {
      reading.revision = read.revision;
    },
    () => {
      if (readings.get(db) === reading) readings.delete(db);
    },
  );
  return catalogue;
};

export const sortedBy = (kept: KeptCatalogue, order: NumberOrder): readonly Entry[] => {
  const known = kept.sorted.get(order);
  if (known !== undefined) return known;
  const keyed = kept.entries.map((entry) => ({ entry, key: [...keysOf(order, entry), entry.id] }));
  const sorted = keyed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ entry }) => entry);
  kept.sorted.set(order, sorted);
  return sorted;
};

/** What `make` answers, once for all who ask until the catalogue changes; it depends on nothing else. */
export const whileUnchanged = <T>({ answers }: Pick<KeptCatalogue, 'answers'>, key: string, make: () => Promise<T>): Promise<T> => {
  const known = answers.get(key) as Promise<T> | undefined;
  const answer = known ?? make();
  answers.delete(key);
  answers.set(key, answer);
  if (known === undefined) answer.catch(() => answers.delete(key));
  const oldest = answers.size > ANSWERS_MAX ? answers.keys().next().value : undefined;
  if (oldest !== undefined) answers.delete(oldest);
  return answer;
};

/** By the database, which knows how Chinese is sorted. */
export const sortedByTitle = (db: Queryable, { titles, byId, answers }: KeptCatalogue): Promise<readonly Entry[]> => {
  const reading = (titles.reading ??= listIdsByTitle(db));
  reading.catch(() => {
    delete titles.reading;
  });
  // Those that came since the catalogue was read are left out.
  return whileUnchanged({ answers }, 'titles', async () => (await reading).flatMap((id) => byId.get(id) ?? []));
};
