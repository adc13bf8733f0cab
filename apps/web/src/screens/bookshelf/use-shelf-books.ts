/** Everything on the shelf, put together from the disk and the last answers of the server. */
import type { ShelfGroupRecord } from '@shufang/contract';
import { booksOnShelf, type ShelfBook } from '../../features/bookshelf/arrange-shelf.ts';
import { type Freshness, useOwnedBooks, useStandingCards } from '../../features/bookshelf/queries.ts';
import { useShelf } from '../../features/bookshelf/use-shelf.ts';
import { ANONYMOUS_OWNER, useOwner } from '../../platform/storage/use-owner.ts';

export interface ShelfBooks {
  /** Undefined while nothing is known. */
  readonly books: readonly ShelfBook[] | undefined;
  readonly groups: readonly ShelfGroupRecord[];
  readonly ownedIds: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  /** All of it was heard once: an empty shelf is one. */
  readonly isKnown: boolean;
  readonly freshness: Freshness;
}

export const useShelfBooks = (): ShelfBooks => {
  const isAnonymous = useOwner() === ANONYMOUS_OWNER;
  const shelf = useShelf();
  const owned = useOwnedBooks();
  // What an institution lends lies on the shelf only when it was put there.
  const ownedSince = (owned.items ?? [])
    .filter(({ source }) => source !== 'institution')
    .map(({ book, since }) => ({ bookId: book.id, since }));
  const ids = shelf === undefined ? [] : booksOnShelf({ ...shelf, owned: ownedSince, isAnonymous });
  const { cards, gone, ...cardFreshness } = useStandingCards(ids);
  const books =
    shelf === undefined || owned.items === undefined || cards === undefined
      ? undefined
      : ids.map((bookId): ShelfBook => {
          const item = shelf.items.get(bookId) ?? { bookId };
          const place = shelf.places.find((each) => each.bookId === bookId);
          const since = ownedSince.find((each) => each.bookId === bookId)?.since;
          return { bookId, item, card: cards.get(bookId), place, addedAt: item.addedAt ?? since ?? place?.updatedAt ?? 0 };
        });
  return {
    books,
    groups: shelf?.groups ?? [],
    ownedIds: new Set(ownedSince.map(({ bookId }) => bookId)),
    gone,
    isKnown: shelf?.isHeard === true && owned.isKnown,
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
