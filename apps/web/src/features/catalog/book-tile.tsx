/** A book in a grid: cover, title, authors, and whether one may read it. The title is the link; the whole tile takes the click. */
import type { BookCard } from '@shufang/contract';
import { Phrases } from '@shufang/ui';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { BookCover } from './book-cover.tsx';
import styles from './book-tile.module.css';

/** By the right in force; where there is none, by how the book can be got. */
export const accessTag = (book: BookCard): string => {
  if (book.right === 'owned' || book.owned) return catalogText.owned;
  if (book.removed === true) return catalogText.removed;
  if (book.right === 'institution' || book.right === 'class') return catalogText.sharedRights[book.right];
  if (book.accessModel === 'paid') return catalogText.priceFen(book.priceFen);
  return catalogText.accessModels[book.accessModel];
};

const mayRead = ({ owned, right }: BookCard): boolean => owned || right === 'institution' || right === 'class';

/** How the book can be got, and that its first chapters are open without. */
const AccessTags = ({ book }: { book: BookCard }) => (
  <>
    <span className={styles.tag} data-access={mayRead(book) ? 'owned' : book.accessModel}>
      {accessTag(book)}
    </span>
    {book.right === 'trial' ? <span className={styles.trial}>{catalogText.mayTry}</span> : null}
  </>
);

/** 王小林 · 第 3 版 */
const authorsLine = ({ authors, edition }: BookCard): string =>
  [authors, ...(edition === undefined ? [] : [catalogText.editionNo(edition)])].filter((part) => part !== '').join(' · ');

/** Choosing several: a box on each tile. */
export interface BookChoice {
  readonly isChosen: (bookId: string) => boolean;
  readonly onToggle: (book: BookCard) => void;
}

const ChoiceBox = ({ id, book, choice }: { id: string; book: BookCard; choice: BookChoice }) => (
  <input
    id={id}
    type="checkbox"
    className={styles.choice}
    aria-label={catalogText.chooseBook(book.title)}
    checked={choice.isChosen(book.id)}
    onChange={() => choice.onToggle(book)}
  />
);

interface BookTileProps {
  readonly book: BookCard;
  readonly eager?: boolean;
  readonly choice?: BookChoice | undefined;
}

/** The link to the book; while books are chosen, the words that choose it. */
const BookTitle = ({ id, book, isChoosing }: { id: string; book: BookCard; isChoosing: boolean }) =>
  isChoosing ? (
    <label htmlFor={id}>
      <Phrases text={book.title} />
    </label>
  ) : (
    <Link to={`/course/info/${book.id}`}>
      <Phrases text={book.title} />
    </Link>
  );

const BookTile = ({ book, eager = false, choice }: BookTileProps) => (
  <article className={styles.tile} data-chosen={choice?.isChosen(book.id) || undefined}>
    <BookCover book={book} eager={eager} />
    {choice === undefined ? null : <ChoiceBox id={`choose-${book.id}`} book={book} choice={choice} />}
    <h3 className={styles.title}>
      <BookTitle id={`choose-${book.id}`} book={book} isChoosing={choice !== undefined} />
    </h3>
    {authorsLine(book) === '' ? null : <p className={styles.authors}>{authorsLine(book)}</p>}
    <p className={styles.tags}>
      <AccessTags book={book} />
      {book.plan === undefined ? null : <span className={styles.plan}>{catalogText.planned}</span>}
      {book.newerEditionId === undefined ? null : <span>{catalogText.olderEdition}</span>}
      {book.progress === undefined ? null : <span className={styles.progress}>{catalogText.progress(book.progress)}</span>}
    </p>
  </article>
);

interface BookGridProps {
  readonly books: readonly BookCard[];
  readonly eager?: boolean;
  readonly choice?: BookChoice | undefined;
}

export const BookGrid = ({ books, eager = false, choice }: BookGridProps) => (
  <ul className={styles.grid}>
    {books.map((book) => (
      <li key={book.id}>
        <BookTile book={book} eager={eager} choice={choice} />
      </li>
    ))}
  </ul>
);

/** One line of books that is moved sideways. */
export const BookStrip = ({ books }: { books: readonly BookCard[] }) => (
  <ul className={styles.strip}>
    {books.map((book) => (
      <li key={book.id}>
        <BookTile book={book} />
      </li>
    ))}
  </ul>
);

/** Books one under the other, with what a list tells of each. */
export const BookRows = ({ books, choice }: Pick<BookGridProps, 'books' | 'choice'>) => (
  <ul className={styles.rows}>
    {books.map((book) => (
      <li key={book.id} className={styles.row} data-chosen={choice?.isChosen(book.id) || undefined}>
        {choice === undefined ? null : <ChoiceBox id={`choose-${book.id}`} book={book} choice={choice} />}
        <div className={styles.rowCover}>
          <BookCover book={book} />
        </div>
        <div className={styles.rowText}>
          <h3 className={styles.rowTitle}>
            <BookTitle id={`choose-${book.id}`} book={book} isChoosing={choice !== undefined} />
          </h3>
          <p className={styles.authors}>
            {[authorsLine(book), book.publisher].filter((part) => part !== undefined && part !== '').join(' · ')}
          </p>
          <p className={styles.tags}>
            <AccessTags book={book} />
            {book.plan === undefined ? null : <span className={styles.plan}>{catalogText.planned}</span>}
            {book.newerEditionId === undefined ? null : <span>{catalogText.olderEdition}</span>}
            <span>{catalogText.wordCount(book.chars)}</span>
            {book.progress === undefined ? null : <span>{catalogText.progress(book.progress)}</span>}
          </p>
        </div>
      </li>
    ))}
  </ul>
);
