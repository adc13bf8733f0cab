/** The sort orders of the published books whose keys are numbers. */
import type { CatalogCursor, CatalogOrder } from '../store.ts';
import type { BookColumns } from './book-columns.ts';
import { RowOrder } from './row-order.ts';

/** The sort orders whose keys are numbers. */
export type NumberOrder = Exclude<CatalogOrder, 'title' | 'collection'>;

/** What determines the place of a book. */
export interface SortedBooks {
  readonly columns: BookColumns;
  /** For a row whose work has a newer published edition: the row of the newest one. */
  readonly newest: ReadonlyMap<number, number>;
}

const DAY_MS = 86_400_000;
/**
 * Maximum number of days by which popularity moves a book forward in the weighted order: one day for each point of its popularity score.
 */
const DAYS_BY_READERS_MAX = 180;

const numberKeys: Record<NumberOrder, (columns: BookColumns, row: number) => readonly number[]> = {
  newest: (columns, row) => [columns.publishedAt(row)],
  weighed: (columns, row) => [columns.publishedAt(row) + Math.min(columns.get('score', row), DAYS_BY_READERS_MAX) * DAY_MS],
  hot: (columns, row) => [columns.get('score', row), columns.publishedAt(row)],
  rating: (columns, row) => [columns.get('rating', row), columns.publishedAt(row)],
};

/** Compares two lists of sort keys, of which the greater comes first. Returns a negative number if `a` comes before `b`. */
const compareKeys = (a: readonly (number | string)[], b: readonly (number | string)[]): number => {
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
export const keysOf = (order: NumberOrder, { columns, newest }: SortedBooks, row: number): readonly number[] => {
  const own = numberKeys[order](columns, row);
  const newer = newest.get(row);
  if (newer === undefined || order === 'rating') return own;
  const theirs = numberKeys[order](columns, newer);
  const behind = [...theirs.slice(0, -1), (theirs.at(-1) ?? 0) - (columns.get('edition', newer) - columns.get('edition', row))];
  return compareKeys(own, behind) < 0 ? behind : own;
};

/** Returns a negative number if row `a` comes before row `b`; of books with equal keys, the one with the greater id comes first. */
export const compareRows = (order: NumberOrder, books: SortedBooks, a: number, b: number): number =>
  compareKeys(keysOf(order, books, a), keysOf(order, books, b)) || -books.columns.compareIds(a, b);

/** Returns whether a row comes after the book of this cursor (its sort keys, and its id last). */
export const isAfterCursor = (order: NumberOrder, books: SortedBooks, cursor: CatalogCursor, row: number): boolean =>
  (compareKeys(cursor.slice(0, -1), keysOf(order, books, row)) || compareKeys(cursor.slice(-1), [books.columns.idOf(row)])) < 0;

/** Number of low bits that contain the row when rows are sorted by time as 64-bit integers; the other bits contain the time. */
const ROW_BITS = 22;
const TIME_LOW_BITS = 32 - ROW_BITS;
/** Added to times, because an older edition without a date is sorted before 1970. */
const TIME_OFFSET = 2 ** 20;
const TIME_MAX = 2 ** (64 - ROW_BITS);

/**
 * Sorts rows by time, and rows with the same time by their number, both descending. Returns false if the times do not fit. The sort of
 * 64-bit integers without a comparison function is ten times as fast as one with it.
 */
const sortByTime = (rows: Uint32Array, timeOf: (row: number) => number): boolean => {
  const keys = new BigUint64Array(rows.length);
  const halves = new Uint32Array(keys.buffer);
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] ?? 0;
    const time = timeOf(row) + TIME_OFFSET;
    if (!Number.isInteger(time) || time < 0 || time >= TIME_MAX || row >= 2 ** ROW_BITS) return false;
    halves[2 * index] = (time % 2 ** TIME_LOW_BITS) * 2 ** ROW_BITS + row;
    halves[2 * index + 1] = Math.floor(time / 2 ** TIME_LOW_BITS);
  }
  keys.sort();
  const last = rows.length - 1;
  for (let index = 0; index <= last; index++) rows[index] = (halves[2 * (last - index)] ?? 0) % 2 ** ROW_BITS;
  return true;
};

/** Returns the published rows for which `isWanted` is true. */
const listedRows = ({ columns }: SortedBooks, isWanted: (row: number) => boolean = () => true): Uint32Array => {
  const rows = new Uint32Array(columns.rows);
  let length = 0;
  for (let row = 0; row < columns.rows; row++) if (columns.isListed(row) && isWanted(row)) rows[length++] = row;
  return rows.slice(0, length);
};

/**
 * Returns whether a book has a place of its own in an order. All other books are in every order as in the order of the newest ones: their
 * popularity or rating is 0, and they have no newer edition.
 */
const isSpecial = (order: NumberOrder, { columns, newest }: SortedBooks, row: number): boolean =>
  order === 'newest' || newest.has(row) || columns.get(order === 'rating' ? 'rating' : 'score', row) > 0;

/** Returns the books of an order: for the order `newest` all published ones, for the others those with a place of their own. */
export const sortBooks = (order: NumberOrder, books: SortedBooks): RowOrder => {
  const { columns, newest } = books;
  if (order !== 'newest') {
    const special = listedRows(books, (row) => isSpecial(order, books, row));
    return RowOrder.of(special.sort((a, b) => compareRows(order, books, a, b)));
  }
  const listed = listedRows(books);
  const inOrderOfIds = listedRows(books, (row) => row < columns.sortedRows);
  const timeOf = (row: number): number => (newest.has(row) ? (keysOf(order, books, row)[0] ?? 0) : columns.publishedAt(row));
  if (!sortByTime(inOrderOfIds, timeOf)) return RowOrder.of(listed.sort((a, b) => compareRows(order, books, a, b)));
  return listed.subarray(inOrderOfIds.length).reduce((list, row) => insertRow(order, books, list, row), RowOrder.of(inOrderOfIds));
};

/** Returns the list of an order with a row, if the row belongs to it. */
export const insertRow = (order: NumberOrder, books: SortedBooks, list: RowOrder, row: number): RowOrder =>
  isSpecial(order, books, row) ? list.inserted(row, (other) => compareRows(order, books, row, other) < 0) : list;

/** Returns the list without a row. `books`: the state in which the row has the place that it has in the list. */
export const removeRow = (order: NumberOrder, books: SortedBooks, list: RowOrder, row: number): RowOrder =>
  isSpecial(order, books, row) ? list.removed(row, (other) => compareRows(order, books, row, other) <= 0) : list;

/**
 * Calls `visit` with the published rows after a cursor in an order, until it returns false. `lists`: the list of this order and that of the
 * newest books.
 */
export const visitOrder = (
  order: NumberOrder,
  books: SortedBooks,
  lists: { readonly own: RowOrder; readonly newest: RowOrder },
  after: CatalogCursor | undefined,
  visit: (row: number) => boolean,
): void => {
  const isAfter = after === undefined ? undefined : (row: number) => isAfterCursor(order, books, after, row);
  if (order === 'newest') return lists.newest.visitFrom(isAfter, visit);
  // In the list of the newest books a row is compared by the keys that it has there, also if it has a place of its own in this order.
  const plainKeys = (row: number): readonly number[] => [...(order === 'weighed' ? [] : [0]), ...keysOf('newest', books, row)];
  const isAfterPlain =
    after === undefined ? undefined : (row: number) => compareKeys(after, [...plainKeys(row), books.columns.idOf(row)]) < 0;
  const own = lists.own.rowsFrom(isAfter);
  let next = own.next();
  let isDone = false;
  lists.newest.visitFrom(isAfterPlain, (row) => {
    if (isSpecial(order, books, row)) return true;
    for (; !next.done && compareRows(order, books, next.value, row) < 0; next = own.next()) {
      if (!visit(next.value)) {
        isDone = true;
        return false;
      }
    }
    isDone = !visit(row);
    return !isDone;
  });
  for (; !isDone && !next.done; next = own.next()) isDone = !visit(next.value);
};
