/**
 * Reports the shelf state of a book on this device to the buttons of the book's page. Renders nothing; loaded with the device's database.
 */
import { useEffect } from 'react';
import { useShelf } from './use-shelf.ts';

export interface BookOnShelfState {
  readonly isOnShelf: boolean;
  readonly isFavorite: boolean;
}

interface BookOnShelfProps {
  readonly bookId: string;
  readonly owned: boolean;
  /** Whether the book is free; a free book is on the shelf once it was opened. */
  readonly isFree: boolean;
  /** Called with the shelf state of the book; undefined until it is known. */
  readonly onState: (state: BookOnShelfState | undefined) => void;
}

export const BookOnShelf = ({ bookId, owned, isFree, onState }: BookOnShelfProps) => {
  const shelf = useShelf();
  useEffect(() => {
    onState(
      shelf && {
        isOnShelf:
          shelf.items.get(bookId)?.onShelf ?? (owned || (isFree && shelf.positions.some((position) => position.bookId === bookId))),
        isFavorite: shelf.favorites.some(({ targetType, targetId }) => targetType === 'book' && targetId === bookId),
      },
    );
  }, [shelf, bookId, owned, isFree, onState]);
  return null;
};
