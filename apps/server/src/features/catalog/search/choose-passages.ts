/** Decides which of the passages that match a query are ranked by relevance, and in which order the others follow. */
import type { PassageKey } from './search-store.ts';

/** Maximum number of ranked passages. If more passages match, only the first few of each of the books with most matches are ranked. */
const RANKED_MAX = 72;
const RANKED_BOOKS = 24;
const RANKED_OF_BOOK = RANKED_MAX / RANKED_BOOKS;

interface BookPassages {
  readonly searchKey: number;
  count: number;
}

/**
 * Returns the books by number of matches, most first. `passages` contains two numbers for each passage (`searchKey`, `position`),
 * unordered.
 */
const passagesByBook = (passages: Int32Array, isInForce: (searchKey: number) => boolean): BookPassages[] => {
  const counts = new Map<number, BookPassages | undefined>();
  let [last, held]: [number, BookPassages | undefined] = [-1, undefined];
  for (let at = 0; at < passages.length; at += 2) {
    const searchKey = passages[at] ?? 0;
    if (searchKey !== last) {
      if (!counts.has(searchKey)) counts.set(searchKey, isInForce(searchKey) ? { searchKey, count: 0 } : undefined);
      [last, held] = [searchKey, counts.get(searchKey)];
    }
    if (held !== undefined) held.count += 1;
  }
  return [...counts.values()].flatMap((each) => each ?? []).toSorted((a, b) => b.count - a.count || a.searchKey - b.searchKey);
};

/** Returns the positions of the passages of these books in reading order, by the search key of the book's version. */
const positionsIn = (passages: Int32Array, books: readonly BookPassages[]): Map<number, number[]> => {
  const positions = new Map(books.map(({ searchKey }): [number, number[]] => [searchKey, []]));
  for (let at = 0; at < passages.length; at += 2) positions.get(passages[at] ?? 0)?.push(passages[at + 1] ?? 0);
  for (const each of positions.values()) each.sort((a, b) => a - b);
  return positions;
};

export interface ChosenPassages {
  readonly total: number;
  /** The passages that are to be ranked, unordered. */
  readonly candidates: readonly PassageKey[];
}

export const choosePassages = (passages: Int32Array, isInForce: (searchKey: number) => boolean): ChosenPassages => {
  const held = passagesByBook(passages, isInForce);
  const total = held.reduce((sum, { count }) => sum + count, 0);
  const [books, ofBook] = total > RANKED_MAX ? [held.slice(0, RANKED_BOOKS), RANKED_OF_BOOK] : [held, RANKED_MAX];
  const candidates = [...positionsIn(passages, books)].flatMap(([searchKey, positions]) =>
    positions.slice(0, ofBook).map((position) => ({ searchKey, position })),
  );
  return { total, candidates };
};

/** Returns a page of the passages that are not ranked: books with most matches first, each in reading order. */
export const chooseFurther = (
  passages: Int32Array,
  isInForce: (searchKey: number) => boolean,
  { but, limit, offset }: { readonly but: readonly PassageKey[]; readonly limit: number; readonly offset: number },
): PassageKey[] => {
  const left = new Map<number, Set<number>>();
  for (const { searchKey, position } of but) left.set(searchKey, (left.get(searchKey) ?? new Set()).add(position));
  const books: BookPassages[] = [];
  let [before, found] = [0, 0];
  for (const held of passagesByBook(passages, isInForce)) {
    const count = held.count - (left.get(held.searchKey)?.size ?? 0);
    if (books.length === 0 && before + count <= offset) {
      before += count;
      continue;
    }
    books.push(held);
    found += count;
    if (before + found >= offset + limit) break;
  }
  return [...positionsIn(passages, books)]
    .flatMap(([searchKey, positions]) =>
      positions.flatMap((position) => (left.get(searchKey)?.has(position) === true ? [] : { searchKey, position })),
    )
    .slice(offset - before, offset - before + limit);
};
