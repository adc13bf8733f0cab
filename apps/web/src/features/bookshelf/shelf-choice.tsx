import { buttonClass } from '@shufang/ui';
import { IconBookmark, IconBookmarkFilled, IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { shelfChoiceText } from '../../platform/messages/zh-cn/shelf-choice.ts';
import styles from './shelf-choice.module.css';

interface ShelfChoiceProps {
  readonly isOnShelf: boolean;
  readonly isFavorite: boolean;
  /** Absent: it cannot be chosen, or not yet. */
  readonly onShelf?: (() => void) | undefined;
  readonly onFavorite?: (() => void) | undefined;
}

/** The two buttons beside a book: on the shelf or not, a favourite or not. */
export const ShelfChoice = ({ isOnShelf, isFavorite, onShelf, onFavorite }: ShelfChoiceProps) => {
  const ShelfIcon = isOnShelf ? IconBookmarkFilled : IconBookmark;
  const HeartIcon = isFavorite ? IconHeartFilled : IconHeart;
  return (
    <div className={styles.buttons}>
      <button type="button" className={buttonClass('quiet')} aria-pressed={isOnShelf} disabled={onShelf === undefined} onClick={onShelf}>
        <ShelfIcon size={18} stroke={1.6} aria-hidden />
        {isOnShelf ? shelfChoiceText.isOnShelf : shelfChoiceText.addToShelf}
      </button>
      <button
        type="button"
        className={buttonClass('quiet')}
        aria-pressed={isFavorite}
        disabled={onFavorite === undefined}
        onClick={onFavorite}
      >
        <HeartIcon size={18} stroke={1.6} aria-hidden />
        {isFavorite ? shelfChoiceText.isFavorite : shelfChoiceText.addFavorite}
      </button>
    </div>
  );
};
