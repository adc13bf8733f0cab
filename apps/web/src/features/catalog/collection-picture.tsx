/** A collection's picture: the editors' own, or its first covers laid over one another. */
import type { CollectionCard } from '@shufang/contract';
import { BookCover } from './book-cover.tsx';
import styles from './collection-picture.module.css';

type Pictured = Pick<CollectionCard, 'picture'> & { readonly books: CollectionCard['firstBooks'] };

export const CollectionPicture = ({ picture, books }: Pictured) =>
  picture === undefined ? (
    <div className={styles.fan} data-count={books.length} aria-hidden="true">
      {books.map((book) => (
        <div key={book.id} className={styles.cover}>
          <BookCover book={book} />
        </div>
      ))}
    </div>
  ) : (
    <img className={styles.picture} src={picture} alt="" loading="lazy" decoding="async" />
  );
