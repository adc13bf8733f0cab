import { IconBookmark, IconBookmarkFilled, IconHeart, IconHeartFilled } from '@shufang/icons';
import { buttonClass, Cluster } from '@shufang/ui';
import { shelfChoiceText } from '../../platform/messages/zh-cn/shelf-choice.ts';

interface ShelfChoiceProps {
  readonly isOnShelf: boolean;
  readonly isFavorite: boolean;
  /** Puts the book on the shelf or takes it away; undefined while that is not possible. */
  readonly onShelf?: (() => void) | undefined;
  readonly onFavorite?: (() => void) | undefined;
}

/** The two toggle buttons of a book: shelf and favorite. */
export const ShelfChoice = ({ isOnShelf, isFavorite, onShelf, onFavorite }: ShelfChoiceProps) => {
  const ShelfIcon = isOnShelf ? IconBookmarkFilled : IconBookmark;
  const HeartIcon = isFavorite ? IconHeartFilled : IconHeart;
  return (
    <Cluster>
      <button type="button" className={buttonClass('plain')} aria-pressed={isOnShelf} disabled={onShelf === undefined} onClick={onShelf}>
        <ShelfIcon size={18} stroke={1.6} aria-hidden />
        {isOnShelf ? shelfChoiceText.isOnShelf : shelfChoiceText.addToShelf}
      </button>
      <button
        type="button"
        className={buttonClass('plain')}
        aria-pressed={isFavorite}
        disabled={onFavorite === undefined}
        onClick={onFavorite}
      >
        <HeartIcon size={18} stroke={1.6} aria-hidden />
        {isFavorite ? shelfChoiceText.isFavorite : shelfChoiceText.addFavorite}
      </button>
    </Cluster>
  );
};
