/** The book one was reading last, as the first thing on the shelf. */
import { encodeLocatorParam } from '@shufang/contract';
import { Link } from 'react-router';
import { recentPlaces } from '../../features/bookshelf/arrange-shelf.ts';
import { useStandingCards } from '../../features/bookshelf/queries.ts';
import { useShelf } from '../../features/bookshelf/use-shelf.ts';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { useConnection } from '../../platform/api/connection.ts';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import styles from './continue-card.module.css';

export const ContinueCard = () => {
  const shelf = useShelf();
  const isOffline = useConnection((connection) => connection.isOffline);
  const place = shelf === undefined ? undefined : recentPlaces(shelf)[0];
  const { cards } = useStandingCards(place === undefined ? [] : [place.bookId]);
  const card = place === undefined ? undefined : cards?.get(place.bookId);
  if (place === undefined || card === undefined || card.right.kind === 'none') return null;
  const { book } = card;
  const { title: chapter, locations } = place.locator;
  const progression = locations.totalProgression ?? book.progress ?? 0;
  return (
    <section className={styles.card} aria-label={bookshelfText.continue}>
      <div className={styles.cover}>
        <BookCover book={book} eager />
      </div>
      <div className={styles.text}>
        <p className={styles.kind}>{bookshelfText.continue}</p>
        <h2 className={styles.title}>
          <Link to={`/course/learning/${book.id}?at=${encodeLocatorParam(place.locator)}`}>{book.title}</Link>
        </h2>
        <p className={styles.chapter}>
          {chapter === undefined || chapter === '' ? bookshelfText.bookStart : bookshelfText.readUpTo(chapter)}
        </p>
        <p className={styles.progress}>
          <span className={styles.bar} aria-hidden="true">
            <span style={{ width: `${Math.round(progression * 100)}%` }} />
          </span>
          {bookshelfText.progressOf(progression)}
        </p>
      </div>
      <span className={styles.action} data-closed={isOffline || undefined} aria-hidden={!isOffline}>
        {isOffline ? bookshelfText.needsNetwork : bookshelfText.continueAction}
      </span>
    </section>
  );
};
