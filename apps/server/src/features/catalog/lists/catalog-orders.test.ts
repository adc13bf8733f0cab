import { makeId } from '@shufang/contract';
import { expect, test } from 'vitest';
import { BookColumns, type BookValues } from './book-columns.ts';
import { compareRows, insertRow, keysOf, type NumberOrder, removeRow, type SortedBooks, sortBooks, visitOrder } from './catalog-orders.ts';
import type { RowOrder } from './row-order.ts';

const ORDERS: NumberOrder[] = ['newest', 'weighed', 'hot', 'rating'];
const DAY_MS = 86_400_000;
const ROWS = 10_000;

const valuesOf = (number: number, publishedAt = 1_600_000_000_000 + (number % 997) * DAY_MS): BookValues => ({
  publishedAt,
  access: number % 4,
  level: 0,
  language: 1,
  publisher: number % 300,
  plan: 0,
  media: 0,
  year: 1,
  categories: number % 70_000,
  edition: 1 + (number % 3),
  score: number % 40 === 0 ? number % 1_000 : 0,
  rating: number % 25 === 0 ? 3_000 + (number % 90) : 0,
  searchKey: number,
});

const idOf = (number: number): string => makeId(number, new Uint8Array(16));

const build = (odd: readonly string[] = []): SortedBooks => {
  const builder = BookColumns.builder();
  for (let number = 0; number < ROWS; number++) builder.add(idOf(number), valuesOf(number));
  for (const [index, id] of odd.entries()) builder.add(id, valuesOf(index));
  const newest = new Map(Array.from({ length: 50 }, (_, index): [number, number] => [3 * index, 3 * index + 2]));
  return { columns: builder.build(), newest };
};

const rowsOf = (order: NumberOrder, books: SortedBooks, own: RowOrder, newest: RowOrder, afterRow?: number): number[] => {
  const rows: number[] = [];
  const after = afterRow === undefined ? undefined : [...keysOf(order, books, afterRow), books.columns.idOf(afterRow)];
  visitOrder(order, books, { own, newest }, after, (row) => rows.push(row) > 0);
  return rows;
};

/** Returns all published rows sorted with the comparison of two rows. */
const sortedSlowly = (order: NumberOrder, books: SortedBooks): number[] =>
  Array.from({ length: books.columns.rows }, (_, row) => row)
    .filter((row) => books.columns.isListed(row))
    .sort((a, b) => compareRows(order, books, a, b));

test.each(ORDERS)('the order %s equals a sort by comparison, also with ids that are not ULIDs', (order) => {
  const books = build(['Another id', 'zz', '0']);
  const lists = [sortBooks(order, books), sortBooks('newest', books)] as const;
  const expected = sortedSlowly(order, books);
  expect(rowsOf(order, books, ...lists)).toEqual(expected);
  for (const index of [0, 1, 240, 241, 3_000, 9_998, expected.length - 1])
    expect(rowsOf(order, books, ...lists, expected[index]), String(index)).toEqual(expected.slice(index + 1));
});

test.each(ORDERS)('the order %s is right for dates that do not fit the fast sort', (order) => {
  const builder = BookColumns.builder();
  for (const [number, at] of [5, 9e15, 5, -1, 3].entries()) builder.add(idOf(number), valuesOf(number, at));
  const books = { columns: builder.build(), newest: new Map() };
  expect(rowsOf(order, books, sortBooks(order, books), sortBooks('newest', books))).toEqual(sortedSlowly(order, books));
});

test.each(ORDERS)('thousands of changes leave the order %s as a new sort would make it, and the old list as it was', (order) => {
  let books: SortedBooks = { ...build(), newest: new Map() };
  let lists = { own: sortBooks(order, books), newest: sortBooks('newest', books) };
  const old = { books, lists, rows: rowsOf(order, books, lists.own, lists.newest) };
  const update = (row: number | undefined, change: typeof insertRow): void => {
    if (row === undefined) return;
    lists = { own: change(order, books, lists.own, row), newest: change('newest', books, lists.newest, row) };
  };
  for (let change = 0; change < 3_000; change++) {
    const id = idOf(change % 3 === 0 ? (change * 7) % ROWS : ROWS + change);
    const values = change % 5 === 4 ? undefined : valuesOf(change * 13, 1_700_000_000_000 + (change % 7));
    update(books.columns.rowOf(id), removeRow);
    books = { ...books, columns: books.columns.withBooks([{ id, values }]) };
    update(books.columns.rowOf(id), insertRow);
  }
  expect(rowsOf(order, books, lists.own, lists.newest)).toEqual(sortedSlowly(order, books));
  expect(rowsOf(order, old.books, old.lists.own, old.lists.newest)).toEqual(old.rows);
});

test('a change leaves the columns of a caller as they were', () => {
  const { columns } = build();
  const changed = columns.withBooks([
    { id: idOf(7), values: { ...valuesOf(7), publisher: 70_000, access: 3 } },
    { id: idOf(8), values: undefined },
    { id: idOf(ROWS), values: valuesOf(1) },
    { id: 'never published', values: undefined },
  ]);
  expect([columns.get('publisher', 7), changed.get('publisher', 7), changed.get('publisher', 9)]).toEqual([7, 70_000, 9]);
  expect([columns.rowOf(idOf(8)), changed.rowOf(idOf(8))]).toEqual([8, undefined]);
  expect([columns.rowOf(idOf(ROWS)), changed.rowOf(idOf(ROWS)), changed.rowOf('never published')]).toEqual([undefined, ROWS, undefined]);
  expect(changed.idOf(ROWS)).toBe(idOf(ROWS));
});
