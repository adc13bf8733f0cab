/**
 * The shelf buttons of a book's page: they put the book on the shelf and among the favorites, or take it away again. They work without a
 * network and without an account. The device's database is loaded only where it exists or a button is pressed.
 */
import type { BookCard } from '@shufang/contract';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { shelfChoiceText } from '../../platform/messages/zh-cn/shelf-choice.ts';
import { ANONYMOUS_OWNER } from '../../platform/storage/anonymous-owner.ts';
import { hasReaderDatabase } from '../../platform/storage/reader-database-flag.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import type { BookOnShelfState } from './book-on-shelf.tsx';
import type { ShelfActions } from './shelf-actions.ts';
import { ShelfChoice } from './shelf-choice.tsx';

const BookOnShelf = lazy(async () => ({ default: (await import('./book-on-shelf.tsx')).BookOnShelf }));

const noSubscription = () => () => undefined;
/** Returns false during server-side rendering, where no device database exists. */
const hasNoDatabase = (): boolean => false;

const loadActions = async (owner: string): Promise<ShelfActions> => {
  const [{ createShelfActions }, { readerDatabase }] = await Promise.all([
    import('./shelf-actions.ts'),
    import('../../platform/storage/reader-database.ts'),
  ]);
  return createShelfActions(readerDatabase(), owner);
};

interface ShelfButtonsProps {
  readonly book: BookCard;
  readonly owner: string;
}

const ShelfButtons = ({ book, owner }: ShelfButtonsProps) => {
  const hadDatabase = useSyncExternalStore(noSubscription, hasReaderDatabase, hasNoDatabase);
  const [hasDatabase, setHasDatabase] = useState(false);
  const [state, setState] = useState<BookOnShelfState>();
  const { isOnShelf, isFavorite } = state ?? { isOnShelf: book.owned, isFavorite: false };
  const { done } = shelfChoiceText;
  const change = async (action: (actions: ShelfActions) => Promise<void>, text: string): Promise<void> => {
    await action(await loadActions(owner));
    broadcast('toast', { kind: 'success', text });
    // The first press of a button creates the device's database.
    setHasDatabase(true);
  };
  const handleShelf = (): void =>
    void change(
      (actions) => (isOnShelf ? actions.removeFromShelf([book.id]) : actions.addToShelf([book.id])),
      (isOnShelf ? done.takenOff : done.added)(1),
    );
  const handleFavorite = (): void =>
    void change((actions) => actions.setFavorite('book', [book], !isFavorite), isFavorite ? done.unfavorite : done.favorite(1));
  // The buttons are disabled until the user's shelf is known, because a click could do the opposite of what the user intends. Before
  // hydration the server-rendered button is enabled: a click on it always adds the book, which has no effect if the book is on the shelf
  // already. Hydration preserves the button elements, so that no click is lost.
  const canPress = state !== undefined || owner === ANONYMOUS_OWNER;
  return (
    <>
      <ShelfChoice
        isOnShelf={isOnShelf}
        isFavorite={isFavorite}
        onShelf={!canPress || (book.owned && isOnShelf) ? undefined : handleShelf}
        onFavorite={canPress ? handleFavorite : undefined}
      />
      {owner !== ANONYMOUS_OWNER || hadDatabase || hasDatabase ? (
        <Suspense fallback={null}>
          <BookOnShelf bookId={book.id} owned={book.owned} isFree={book.accessModel === 'free'} onState={setState} />
        </Suspense>
      ) : null}
    </>
  );
};

export const BookShelfButtons = ({ book }: { book: BookCard }) => {
  const owner = useOwner();
  return <ShelfButtons key={`${owner} ${book.id}`} book={book} owner={owner} />;
};
