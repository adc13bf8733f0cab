/** A book on the shelf: cover with how far one is, and what the right to it says. */
import { Phrases } from '@shufang/ui';
import { IconPinFilled } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { hasNewVersion, progressionOf, type ShelfBook } from '../../features/bookshelf/arrange-shelf.ts';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { useConnection } from '../../platform/api/connection.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import styles from './shelf-book.module.css';

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });

/** Reading goes on where it was; a book that may not be opened leads to the page that says why. */
const addressOf = ({ bookId, card }: ShelfBook): string =>
  card !== undefined && card.right.kind === 'none' ? `/course/info/${bookId}` : `/course/learning/${bookId}`;

const standingOf = ({ card }: ShelfBook, isGone: boolean, isOffline: boolean): string | undefined => {
  if (isGone) return bookshelfText.gone;
  if (card === undefined) return bookshelfText.unknownBook;
  if (card.right.kind === 'none') return card.shelfState === 'offShelf' ? bookshelfText.offShelf : bookshelfText.lost;
  if (isOffline) return bookshelfText.needsNetwork;
  return card.right.endsAt === undefined ? undefined : bookshelfText.until(dateFormat.format(card.right.endsAt));
};

interface ShelfTileProps {
  readonly book: ShelfBook;
  readonly isGone: boolean;
  /** Absent: nothing is being chosen. */
  readonly choice?: { readonly isChosen: boolean; readonly onToggle: () => void } | undefined;
}

export const ShelfTile = ({ book, isGone, choice }: ShelfTileProps) => {
  const { card, item } = book;
  const title = card?.book.title ?? bookshelfText.unknownBook;
  const id = useId();
  const progression = progressionOf(book);
  const isOffline = useConnection((connection) => connection.isOffline);
  const standing = standingOf(book, isGone, isOffline);
  return (
    <article className={styles.tile} data-chosen={choice?.isChosen || undefined}>
      <div className={styles.cover} data-closed={isGone || card?.right.kind === 'none' || undefined}>
        <BookCover book={card?.book ?? { id: book.bookId, title, authors: '' }} />
        {hasNewVersion(book) ? (
          <span className={styles.news} title={bookshelfText.newVersion}>
            <span className="visually-hidden">{bookshelfText.newVersion}</span>
          </span>
        ) : null}
        {item.pinned === true ? (
          <span className={styles.pin}>
            <IconPinFilled size={14} aria-hidden />
            <span className="visually-hidden">{bookshelfText.pinned}</span>
          </span>
        ) : null}
      </div>
      {choice === undefined ? null : (
        <input
          id={id}
          type="checkbox"
          className={styles.choice}
          aria-label={bookshelfText.chooseBook(title)}
          checked={choice.isChosen}
          onChange={choice.onToggle}
        />
      )}
      <h3 className={styles.title}>
        {choice !== undefined ? (
          <label htmlFor={id}>
            <Phrases text={title} />
          </label>
        ) : isGone ? (
          title
        ) : (
          <Link to={addressOf(book)}>
            <Phrases text={title} />
          </Link>
        )}
      </h3>
      <p className={styles.progress}>
        <span className={styles.bar} aria-hidden="true">
          <span style={{ width: `${Math.round((progression ?? 0) * 100)}%` }} />
        </span>
        <span>{progression === undefined ? bookshelfText.unread : bookshelfText.progress(progression)}</span>
      </p>
      {standing === undefined ? null : <p className={styles.standing}>{standing}</p>}
    </article>
  );
};
