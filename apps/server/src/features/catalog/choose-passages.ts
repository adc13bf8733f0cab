/** Of all passages that hold a word: how many there are, which are looked at to find the best, and in which order the others follow. */
import type { PassageKey } from './search-store.ts';

/** Of so many passages each is looked at to find the best; of more, only the first few of the books that hold most of them. */
const RANKED_MAX = 72;
const RANKED_BOOKS = 24;
const RANKED_OF_BOOK = RANKED_MAX / RANKED_BOOKS;

interface Held {
  readonly searchKey: number;
  count: number;
}

/** By book, those that hold most first. `passages`: two numbers each, in no order. */
const heldByBook = (passages: Int32Array, isInForce: (searchKey: number) => boolean): Held[] => {
  const counts = new Map<number, Held | undefined>();
  let [last, held]: [number, Held | undefined] = [-1, undefined];
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

/** Positions in reading order. */
const positionsIn = (passages: Int32Array, books: readonly Held[]): Map<number, number[]> => {
  const positions = new Map(books.map(({ searchKey }): [number, number[]] => [searchKey, []]));
  for (let at = 0; at < passages.length; at += 2) positions.get(passages[at] ?? 0)?.push(passages[at + 1] ?? 0);
  for (const each of positions.values()) each.sort((a, b) => a - b);
  return positions;
};

export interface ChosenPassages {
  readonly total: number;
  /** In no order; the best of all are among them. */
  readonly candidates: readonly PassageKey[];
}

export const choosePassages = (passages: Int32Array, isInForce: (searchKey: number) => boolean): ChosenPassages => {
  const held = heldByBook(passages, isInForce);
  const total = held.reduce((sum, { count }) => sum + count, 0);
  const [books, ofBook] = total > RANKED_MAX ? [held.slice(0, RANKED_BOOKS), RANKED_OF_BOOK] : [held, RANKED_MAX];
  const candidates = [...positionsIn(passages, books)].flatMap(([searchKey, positions]) =>
    positions.slice(0, ofBook).map((position) => ({ searchKey, position })),
  );
  return { total, candidates };
};

/** Those behind the best: of books that hold most first, in reading order. */
export const chooseFurther = (
  passages: Int32Array,
  isInForce: (searchKey: number) => boolean,
  { but, limit, offset }: { readonly but: readonly PassageKey[]; readonly limit: number; readonly offset: number },
): PassageKey[] => {
  const left = new Map<number, Set<number>>();
  for (const { searchKey, position } of but) left.set(searchKey, (left.get(searchKey) ?? new Set()).add(position));
  const books: Held[] = [];
  let [before, found] = [0, 0];
  for (const held of heldByBook(passages, isInForce)) {
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
