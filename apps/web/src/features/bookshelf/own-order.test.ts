import { describe, expect, test } from 'vitest';
import { clampToSameGroup, type OrderedBook, ordersAfterMove } from './own-order.ts';

const booksOf = (...orders: (number | undefined)[]): OrderedBook[] =>
  orders.map((order, index) => ({ bookId: 'abcdef'[index] ?? '', order }));
/** Returns the order of the books after the new order numbers are stored. */
const orderAfterMove = (books: readonly OrderedBook[], from: number, to: number): string => {
  const orders = ordersAfterMove(books, from, to);
  return books
    .map((book) => ({ ...book, order: orders.get(book.bookId) ?? book.order }))
    .toSorted((a, b) => (a.order ?? Number.POSITIVE_INFINITY) - (b.order ?? Number.POSITIVE_INFINITY) || 0)
    .map(({ bookId }) => bookId)
    .join('');
};

describe('a book moved in the custom order', () => {
  test.each([
    ['between two books', booksOf(1, 2, 3, 4), 3, 1, 'adbc', 1],
    ['to the front', booksOf(1, 2, 3), 2, 0, 'cab', 1],
    ['to the end', booksOf(1, 2, 3), 0, 2, 'bca', 1],
    ['after the last book with a number', booksOf(1, 2, undefined, undefined), 0, 1, 'bacd', 1],
    ['without any numbers, so that all books get one', booksOf(undefined, undefined, undefined), 2, 1, 'acb', 3],
    ['between equal numbers', booksOf(1, 1, 1), 2, 1, 'acb', 2],
  ])('has the expected position: %s', (_, books, from, to, sorted, written) => {
    expect(orderAfterMove(books, from, to)).toBe(sorted);
    expect(ordersAfterMove(books, from, to).size).toBe(written);
  });

  test('stays in order however often books are moved into the same gap', () => {
    let books = booksOf(1, 2, 3);
    for (let i = 0; i < 80; i++) {
      const orders = ordersAfterMove(books, 2, 1);
      books = books
        .map((book) => ({ ...book, order: orders.get(book.bookId) ?? book.order }))
        .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
    }
    expect(new Set(books.map(({ order }) => order)).size).toBe(3);
  });

  test('does not change when it is moved to its own position', () => expect(ordersAfterMove(booksOf(1, 2), 1, 1).size).toBe(0));
});

test('pinned books are moved among pinned books only, others among others', () => {
  const books = [{ bookId: 'a', pinned: true }, { bookId: 'b', pinned: true }, { bookId: 'c' }, { bookId: 'd' }];
  expect(clampToSameGroup(books, 3, 0)).toBe(2);
  expect(clampToSameGroup(books, 0, 3)).toBe(1);
  expect(clampToSameGroup(books, 2, 9)).toBe(3);
});
