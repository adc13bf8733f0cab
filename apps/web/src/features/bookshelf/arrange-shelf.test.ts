import type { ProgressRecord, ShelfItemRecord } from '@shufang/contract';
import { describe, expect, test } from 'vitest';
import { booksOnShelf, isOnlyOpened, latestPositions, recentPositions, type ShelfBook, shareRead, sortShelf } from './arrange-shelf.ts';

const itemsOf = (...items: ShelfItemRecord[]): ReadonlyMap<string, ShelfItemRecord> => new Map(items.map((item) => [item.bookId, item]));
const positionOf = (bookId: string, updatedAt: number): ProgressRecord => ({
  bookId,
  versionId: 'v',
  locator: { href: 'a', locations: { totalProgression: updatedAt / 100 } },
  updatedAt,
});
const owned = [{ bookId: 'owned', since: 1 }];

describe('the shelf', () => {
  test('may contain added, owned and opened books, unless the user decided otherwise', () => {
    const items = itemsOf({ bookId: 'added', onShelf: true }, { bookId: 'left', onShelf: false }, { bookId: 'only-read', leftRecentAt: 5 });
    const positions = [positionOf('only-read', 3), positionOf('left', 2)];
    expect(booksOnShelf({ items, positions, owned })).toEqual(['added', 'owned', 'only-read']);
    const decided = itemsOf(
      { bookId: 'owned', onShelf: false },
      { bookId: 'only-read', onShelf: false },
      { bookId: 'left', onShelf: false },
    );
    expect(booksOnShelf({ items: decided, positions, owned })).toEqual([]);
  });

  test('knows the books that were only opened', () => {
    const items = itemsOf({ bookId: 'added', onShelf: true }, { bookId: 'read', leftRecentAt: 5 });
    expect(['added', 'owned', 'read', 'other'].map((id) => isOnlyOpened(id, { items, owned }))).toEqual([false, false, true, true]);
  });
});

test('books are sorted after the pinned ones', () => {
  const book = (bookId: string, readAt: number, pinned = false): ShelfBook => ({
    bookId,
    item: { bookId, pinned },
    card: undefined,
    position: positionOf(bookId, readAt),
    addedAt: 100 - readAt,
  });
  const books = [book('a', 1), book('b', 3), book('c', 2, true)];
  const idsBy = (sort: Parameters<typeof sortShelf>[1]) => sortShelf(books, sort).map(({ bookId }) => bookId);
  expect(idsBy('recent')).toEqual(['c', 'b', 'a']);
  expect(idsBy('added')).toEqual(['c', 'a', 'b']);
  expect(idsBy('progress')).toEqual(['c', 'b', 'a']);
});

test('a book removed from the recent books returns when it is read again', () => {
  const items = itemsOf({ bookId: 'a', leftRecentAt: 5 });
  expect(recentPositions({ items, positions: [positionOf('a', 5), positionOf('b', 2)] }).map(({ bookId }) => bookId)).toEqual(['b']);
  expect(recentPositions({ items, positions: [positionOf('a', 6)] })).toHaveLength(1);
});

test('the share read of a book does not fall by paging back, on this device or on another one', () => {
  const back = { ...positionOf('a', 10), furthest: 0.6 };
  const card = (progress: number) => ({ book: { progress } });
  expect(shareRead({ position: back, card: undefined })).toBe(0.6);
  expect(shareRead({ position: back, card: card(0.8) })).toBe(0.8);
  expect(shareRead({ position: undefined, card: card(0.8) })).toBe(0.8);
  expect(shareRead({ position: undefined, card: undefined })).toBeUndefined();
  const [latest] = latestPositions([back], [positionOf('a', 20)]);
  expect([latest?.locator.locations.totalProgression, latest?.furthest]).toEqual([0.2, 0.6]);
});

test('the position note of a closed page counts until its record is later', () => {
  const positions = latestPositions([positionOf('a', 5), positionOf('b', 9)], [positionOf('a', 7), positionOf('c', 8)]);
  expect(positions.map(({ bookId, updatedAt }) => [bookId, updatedAt])).toEqual([
    ['b', 9],
    ['c', 8],
    ['a', 7],
  ]);
  expect(latestPositions([positionOf('a', 9)], [positionOf('a', 7)])).toEqual([positionOf('a', 9)]);
});
