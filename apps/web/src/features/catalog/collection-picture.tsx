/** The image of a collection: the one that editors have set, or else the covers of its first books, overlapping. */
import type { CollectionCard } from '@shufang/contract';
import { Row } from '@shufang/ui';
import { BookCover } from './book-cover.tsx';
import styles from './collection-picture.module.css';

type Pictured = Pick<CollectionCard, 'picture'> & { readonly books: CollectionCard['firstBooks'] };

export const CollectionPicture = ({ picture, books }: Pictured) =>
  picture === undefined ? (
    <Row align="center" justify="center" fullWidth className={styles.fan} data-count={books.length} aria-hidden="true">
      {books.map((book) => (
        <div key={book.id} className={styles.cover}>
          <BookCover book={book} />
        </div>
      ))}
    </Row>
  ) : (
    <img className={styles.picture} src={picture} alt="" loading="lazy" decoding="async" />
  );
