import { describe, expect, test } from 'vitest';
import { type OrderedBook, ordersAfterMove, placeAmongLike } from './own-order.ts';

const booksOf = (...orders: (number | undefined)[]): OrderedBook[] =>
  orders.map((order, index) => ({ bookId: 'abcdef'[index] ?? '', order }));
/** How the books stand once the numbers are written. */
const standAfter = (books: readonly OrderedBook[], from: number, to: number): string => {
  const orders = ordersAfterMove(books, from, to);
  return books
    .map((book) => ({ ...book, order: orders.get(book.bookId) ?? book.order }))
    .toSorted((a, b) => (a.order ?? Number.POSITIVE_INFINITY) - (b.order ?? Number.POSITIVE_INFINITY) || 0)
    .map(({ bookId }) => bookId)
    .join('');
};

describe('a book moved in one’s own order', () => {
  test.each([
    ['between two', booksOf(1, 2, 3, 4), 3, 1, 'adbc', 1],
    ['to the front', booksOf(1, 2, 3), 2, 0, 'cab', 1],
    ['to the end', booksOf(1, 2, 3), 0, 2, 'bca', 1],
    ['behind the last that has a number', booksOf(1, 2, undefined, undefined), 0, 1, 'bacd', 1],
    ['where none has a number, all get one', booksOf(undefined, undefined, undefined), 2, 1, 'acb', 3],
    ['among equal numbers', booksOf(1, 1, 1), 2, 1, 'acb', 2],
  ])('%s', (_, books, from, to, stand, written) => {
    expect(standAfter(books, from, to)).toBe(stand);
    expect(ordersAfterMove(books, from, to).size).toBe(written);
  });

  test('stays in its order however often the same gap is used', () => {
    let books = booksOf(1, 2, 3);
    for (let i = 0; i < 80; i++) {
      const orders = ordersAfterMove(books, 2, 1);
      books = books
        .map((book) => ({ ...book, order: orders.get(book.bookId) ?? book.order }))
        .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
    }
    expect(new Set(books.map(({ order }) => order)).size).toBe(3);
  });

  test('put where it stands changes nothing', () => expect(ordersAfterMove(booksOf(1, 2), 1, 1).size).toBe(0));
});

test('pinned books are moved among the pinned, the others among the others', () => {
  const books = [{ bookId: 'a', pinned: true }, { bookId: 'b', pinned: true }, { bookId: 'c' }, { bookId: 'd' }];
  expect(placeAmongLike(books, 3, 0)).toBe(2);
  expect(placeAmongLike(books, 0, 3)).toBe(1);
  expect(placeAmongLike(books, 2, 9)).toBe(3);
});
