/** The shelf buttons of a book's page. The device's database comes with them only where something may be kept, or is to be. */
import type { BookCard } from '@shufang/contract';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { shelfChoiceText } from '../../platform/messages/zh-cn/shelf-choice.ts';
import { isReaderDatabaseMade } from '../../platform/storage/made-reader-database.ts';
import { ANONYMOUS_OWNER, useOwner } from '../../platform/storage/use-owner.ts';
import { ShelfChoice } from './shelf-choice.tsx';
import type { ShelfVerbs } from './shelf-verbs.ts';

const ShelfButtons = lazy(async () => ({ default: (await import('./shelf-buttons.tsx')).ShelfButtons }));

const never = () => () => undefined;
/** In the server, which knows no device. */
const nothingKept = (): boolean => false;

const strangersVerbs = async (): Promise<ShelfVerbs> => {
  const [{ createShelfVerbs }, { readerDatabase }] = await Promise.all([
    import('./shelf-verbs.ts'),
    import('../../platform/storage/reader-database.ts'),
  ]);
  return createShelfVerbs(readerDatabase(), ANONYMOUS_OWNER);
};

export const BookShelfButtons = ({ book }: { book: BookCard }) => {
  const owner = useOwner();
  const wasKept = useSyncExternalStore(never, isReaderDatabaseMade, nothingKept);
  const [isKept, setKept] = useState(false);
  if (owner !== ANONYMOUS_OWNER || wasKept || isKept) {
    return (
      <Suspense fallback={<ShelfChoice isOnShelf={book.owned} isFavorite={false} />}>
        <ShelfButtons book={book} />
      </Suspense>
    );
  }
  // Nothing was ever kept here: the first wish opens the database.
  const wish = async (act: (verbs: ShelfVerbs) => Promise<void>, text: string): Promise<void> => {
    await act(await strangersVerbs());
    broadcast('toast', { kind: 'success', text });
    setKept(true);
  };
  const { done } = shelfChoiceText;
  return (
    <ShelfChoice
      isOnShelf={false}
      isFavorite={false}
      onShelf={() => void wish((verbs) => verbs.addToShelf([book.id]), done.added(1))}
      onFavorite={() => void wish((verbs) => verbs.setFavorite('book', [book], true), done.favorite(1))}
    />
  );
};
