/** Puts a book on the shelf and among the favourites, or takes it away again. Works without a network and without an account. */
import type { BookCard } from '@shufang/contract';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { shelfChoiceText } from '../../platform/messages/zh-cn/shelf-choice.ts';
import { ShelfChoice } from './shelf-choice.tsx';
import { useShelf, useShelfVerbs } from './use-shelf.ts';

export const ShelfButtons = ({ book }: { book: BookCard }) => {
  const shelf = useShelf();
  const verbs = useShelfVerbs();
  const item = shelf?.items.get(book.id);
  const isOnShelf = item?.onShelf ?? book.owned;
  const isFavorite = shelf?.favorites.some(({ targetType, targetId }) => targetType === 'book' && targetId === book.id) ?? false;
  const { done } = shelfChoiceText;
  const after = async (work: Promise<void>, text: string): Promise<void> => {
    await work;
    broadcast('toast', { kind: 'success', text });
  };
  const handleShelf = (): void =>
    void after(isOnShelf ? verbs.removeFromShelf([book.id]) : verbs.addToShelf([book.id]), (isOnShelf ? done.takenOff : done.added)(1));
  const handleFavorite = (): void =>
    void after(verbs.setFavorite('book', [book], !isFavorite), isFavorite ? done.unfavorite : done.favorite(1));
  return (
    <ShelfChoice
      isOnShelf={isOnShelf}
      isFavorite={isFavorite}
      // Until the shelf is known, pressing might do the opposite of what is wished.
      onShelf={shelf === undefined || (book.owned && isOnShelf) ? undefined : handleShelf}
      onFavorite={shelf === undefined ? undefined : handleFavorite}
    />
  );
};
