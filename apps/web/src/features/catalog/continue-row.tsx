/** 继续阅读: the books the person is in the middle of, each opening where they were. Fails alone. */
import { encodeLocatorParam } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { BookCover } from './book-cover.tsx';
import styles from './continue-row.module.css';
import { continueReadingQuery } from './queries.ts';

export const useContinueReading = () => {
  const { data, isError, refetch } = useQuery(continueReadingQuery());
  return { items: data?.items ?? [], failed: isError, retry: () => void refetch() };
};

export const ContinueRow = ({ items }: { items: ReturnType<typeof useContinueReading>['items'] }) => (
  <ul className={styles.row}>
    {items.map(({ book, locator }) => {
      const chapter = locator.title === undefined || locator.title === '' ? catalogText.bookStart : catalogText.readUpTo(locator.title);
      const progress = locator.locations.totalProgression ?? book.progress ?? 0;
      // Whose right is over finds on the book's page what to do about it.
      const isClosed = book.right === 'none';
      const path = isClosed ? `/course/info/${book.id}` : `/course/learning/${book.id}?at=${encodeLocatorParam(locator)}`;
      return (
        <li key={book.id} className={styles.card}>
          <div className={styles.cover}>
            <BookCover book={book} eager />
          </div>
          <div className={styles.text}>
            <h3 className={styles.title}>
              <Link to={path}>{book.title}</Link>
            </h3>
            <p className={styles.chapter}>{isClosed ? catalogText.cannotReadNow : chapter}</p>
            <div className={styles.foot}>
              <span className={styles.bar} aria-hidden="true">
                <span style={{ width: `${Math.round(progress * 100)}%` }} />
              </span>
              <span className={styles.progress}>{catalogText.progress(progress)}</span>
              <span className={styles.action} aria-hidden="true">
                {isClosed ? catalogText.closedAction : catalogText.continueAction}
              </span>
            </div>
          </div>
        </li>
      );
    })}
  </ul>
);
