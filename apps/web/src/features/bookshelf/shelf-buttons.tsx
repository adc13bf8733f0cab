/** Beside a book: puts it on the shelf and among the favourites, or takes it away again. Works without a network and without an account. */
import type { BookCard } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { IconBookmark, IconBookmarkFilled, IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import styles from './shelf-buttons.module.css';
import { useShelf, useShelfVerbs } from './use-shelf.ts';

export const ShelfButtons = ({ book }: { book: BookCard }) => {
  const shelf = useShelf();
  const verbs = useShelfVerbs();
  const item = shelf?.items.get(book.id);
  const isOnShelf = item?.onShelf ?? book.owned;
  const isFavorite = shelf?.favorites.some(({ targetType, targetId }) => targetType === 'book' && targetId === book.id) ?? false;
  const { done } = bookshelfText;
  const after = async (work: Promise<void>, text: string): Promise<void> => {
    await work;
    broadcast('toast', { kind: 'success', text });
  };
  const ShelfIcon = isOnShelf ? IconBookmarkFilled : IconBookmark;
  const HeartIcon = isFavorite ? IconHeartFilled : IconHeart;
  return (
    <div className={styles.buttons}>
      <button
        type="button"
        className={buttonClass('quiet')}
        aria-pressed={isOnShelf}
        // Until the shelf is known, pressing might do the opposite of what is wished.
        disabled={shelf === undefined || (book.owned && isOnShelf)}
        onClick={() =>
          void after(
            isOnShelf ? verbs.removeFromShelf([book.id]) : verbs.addToShelf([book.id]),
            (isOnShelf ? done.takenOff : done.added)(1),
          )
        }
      >
        <ShelfIcon size={18} stroke={1.6} aria-hidden />
        {isOnShelf ? bookshelfText.isOnShelf : bookshelfText.addToShelf}
      </button>
      <button
        type="button"
        className={buttonClass('quiet')}
        aria-pressed={isFavorite}
        disabled={shelf === undefined}
        onClick={() => void after(verbs.setFavorite('book', [book], !isFavorite), isFavorite ? done.unfavorite : done.favorite(1))}
      >
        <HeartIcon size={18} stroke={1.6} aria-hidden />
        {isFavorite ? bookshelfText.isFavorite : bookshelfText.addFavorite}
      </button>
    </div>
  );
};
