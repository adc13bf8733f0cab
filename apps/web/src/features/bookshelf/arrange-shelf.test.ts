import type { ProgressRecord, ShelfItemRecord } from '@shufang/contract';
import { describe, expect, test } from 'vitest';
import { booksOnShelf, latestPlaces, recentPlaces, type ShelfBook, sortShelf } from './arrange-shelf.ts';

const itemsOf = (...items: ShelfItemRecord[]): ReadonlyMap<string, ShelfItemRecord> => new Map(items.map((item) => [item.bookId, item]));
const placeOf = (bookId: string, updatedAt: number): ProgressRecord => ({
  bookId,
  versionId: 'v',
  locator: { href: 'a', locations: { totalProgression: updatedAt / 100 } },
  updatedAt,
});
const owned = [{ bookId: 'owned', since: 1 }];

describe('what lies on the shelf', () => {
  test('is what was put there and what is owned, unless the person decided otherwise', () => {
    const items = itemsOf({ bookId: 'added', onShelf: true }, { bookId: 'left', onShelf: false }, { bookId: 'only-read', leftRecentAt: 5 });
    const places = [placeOf('only-read', 3)];
    expect(booksOnShelf({ items, places, owned, isAnonymous: false })).toEqual(['added', 'owned']);
    const decided = itemsOf({ bookId: 'owned', onShelf: false });
    expect(booksOnShelf({ items: decided, places, owned, isAnonymous: false })).toEqual([]);
  });

  test('is what was read as well, for a person without an account', () => {
    const places = [placeOf('read', 3)];
    expect(booksOnShelf({ items: itemsOf(), places, owned: [], isAnonymous: true })).toEqual(['read']);
    expect(booksOnShelf({ items: itemsOf({ bookId: 'read', onShelf: false }), places, owned: [], isAnonymous: true })).toEqual([]);
  });
});

test('a book stands in its order behind the pinned ones', () => {
  const book = (bookId: string, readAt: number, pinned = false): ShelfBook => ({
    bookId,
    item: { bookId, pinned },
    card: undefined,
    place: placeOf(bookId, readAt),
    addedAt: 100 - readAt,
  });
  const books = [book('a', 1), book('b', 3), book('c', 2, true)];
  const idsBy = (sort: Parameters<typeof sortShelf>[1]) => sortShelf(books, sort).map(({ bookId }) => bookId);
  expect(idsBy('recent')).toEqual(['c', 'b', 'a']);
  expect(idsBy('added')).toEqual(['c', 'a', 'b']);
  expect(idsBy('progress')).toEqual(['c', 'b', 'a']);
});

test('a book taken out of the recent ones comes back when it is read again', () => {
  const items = itemsOf({ bookId: 'a', leftRecentAt: 5 });
  expect(recentPlaces({ items, places: [placeOf('a', 5), placeOf('b', 2)] }).map(({ bookId }) => bookId)).toEqual(['b']);
  expect(recentPlaces({ items, places: [placeOf('a', 6)] })).toHaveLength(1);
});

test('the note of a page that went away counts until its record is later', () => {
  const places = latestPlaces([placeOf('a', 5), placeOf('b', 9)], [placeOf('a', 7), placeOf('c', 8)]);
  expect(places.map(({ bookId, updatedAt }) => [bookId, updatedAt])).toEqual([
    ['b', 9],
    ['c', 8],
    ['a', 7],
  ]);
  expect(latestPlaces([placeOf('a', 9)], [placeOf('a', 7)])).toEqual([placeOf('a', 9)]);
});
