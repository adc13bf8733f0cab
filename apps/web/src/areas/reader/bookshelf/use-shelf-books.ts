/** All books on the shelf, from the device's database and cached responses of the server. */
import type { ShelfGroupRecord } from '@shufang/contract';
import { booksOnShelf, isOnlyOpened, type ShelfBook } from '../../../features/bookshelf/arrange-shelf.ts';
import { type Freshness, useBookCards, useOwnedBooks } from '../../../features/bookshelf/queries.ts';
import { useShelf } from '../../../features/bookshelf/use-shelf.ts';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { useOwner } from '../../../platform/storage/use-owner.ts';

export interface ShelfBooks {
  /** Books on the shelf; undefined until the device's database is read. */
  readonly books: readonly ShelfBook[] | undefined;
  readonly groups: readonly ShelfGroupRecord[];
  readonly ownedIds: ReadonlySet<string>;
  readonly missingIds: ReadonlySet<string>;
  /** Whether all data was loaded on this device once, so that a shelf without books is really empty. */
  readonly hasLoaded: boolean;
  readonly freshness: Freshness;
}

export const useShelfBooks = (): ShelfBooks => {
  const isAnonymous = useOwner() === ANONYMOUS_OWNER;
  const shelf = useShelf();
  const owned = useOwnedBooks();
  // A book licensed by an institution is on the shelf only if the user has added it.
  const ownedSince = (owned.items ?? [])
    .filter(({ source }) => source !== 'institution')
    .map(({ book, since }) => ({ bookId: book.id, since }));
  const ids = shelf === undefined ? [] : booksOnShelf({ ...shelf, owned: ownedSince });
  const { cards, missingIds, ...cardFreshness } = useBookCards(ids);
  // Without an account every book that was read on this device is on the shelf; with one, those that are free.
  const isThere = (bookId: string): boolean =>
    isAnonymous ||
    shelf === undefined ||
    !isOnlyOpened(bookId, { ...shelf, owned: ownedSince }) ||
    cards?.get(bookId)?.book.accessModel === 'free';
  const books =
    shelf === undefined || owned.items === undefined || cards === undefined
      ? undefined
      : ids.filter(isThere).map((bookId): ShelfBook => {
          const item = shelf.items.get(bookId) ?? { bookId };
          const position = shelf.positions.find((each) => each.bookId === bookId);
          const since = ownedSince.find((each) => each.bookId === bookId)?.since;
          return { bookId, item, card: cards.get(bookId), position, addedAt: item.addedAt ?? since ?? position?.updatedAt ?? 0 };
        });
  return {
    books,
    groups: shelf?.groups ?? [],
    ownedIds: new Set(ownedSince.map(({ bookId }) => bookId)),
    missingIds,
    hasLoaded: shelf?.hasPulledOnce === true && owned.hasLoaded,
    freshness: {
      isFailed: owned.isFailed || cardFreshness.isFailed,
      isOffline: owned.isOffline || cardFreshness.isOffline,
      retry: () => {
        if (owned.isFailed) owned.retry();
        if (cardFreshness.isFailed) cardFreshness.retry();
      },
    },
  };
};
