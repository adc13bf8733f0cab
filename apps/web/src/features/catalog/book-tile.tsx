/** A book in a grid: cover, title, authors, and whether one may read it. The title is the link; the whole tile takes the click. */
import type { BookCard } from '@shufang/contract';
import { Phrases } from '@shufang/ui';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { BookCover } from './book-cover.tsx';
import styles from './book-tile.module.css';

const accessTag = (book: BookCard): string => {
  if (book.owned) return catalogText.owned;
  if (book.accessModel === 'paid') return catalogText.priceFen(book.priceFen);
  return catalogText.accessModels[book.accessModel];
};

const BookTile = ({ book, eager = false }: { book: BookCard; eager?: boolean }) => (
  <article className={styles.tile}>
    <BookCover book={book} eager={eager} />
    <h3 className={styles.title}>
      <Link to={`/course/info/${book.id}`}>
        <Phrases text={book.title} />
      </Link>
    </h3>
    {book.authors === '' ? null : <p className={styles.authors}>{book.authors}</p>}
    <p className={styles.tags}>
      <span className={styles.tag} data-access={book.owned ? 'owned' : book.accessModel}>
        {accessTag(book)}
      </span>
      {book.progress === undefined ? null : <span className={styles.progress}>{catalogText.progress(book.progress)}</span>}
    </p>
  </article>
);

export const BookGrid = ({ books, eager = false }: { books: readonly BookCard[]; eager?: boolean }) => (
  <ul className={styles.grid}>
    {books.map((book) => (
      <li key={book.id}>
        <BookTile book={book} eager={eager} />
      </li>
    ))}
  </ul>
);
