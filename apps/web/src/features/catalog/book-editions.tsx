/** 新旧版: the editions of a work with what this person may do with each, and the line that says there is a newer one. */
import type { BookEdition } from '@shufang/contract';
import { RecordsSkeleton, StateBadge } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { bookPageText as text } from '../../platform/messages/zh-cn/book-page.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './book-page.module.css';
import { accessTag } from './book-tile.tsx';
import { bookEditionsQuery } from './queries.ts';
import { RowFailure } from './row-failure.tsx';

const factsOf = ({ book, year, isbn }: BookEdition): string =>
  [book.title, ...(year === undefined ? [] : [text.publishedIn(year)]), ...(isbn === undefined ? [] : [text.isbnOf(isbn)])].join(' · ');

const Edition = ({ item, isThis }: { item: BookEdition; isThis: boolean }) => (
  <li className={styles.version} data-current={isThis || undefined}>
    <p className={styles.versionHead}>
      <span className={styles.versionName}>
        {isThis ? (
          catalogText.editionNo(item.edition)
        ) : (
          <Link to={`/course/info/${item.book.id}`} className={styles.editionLink}>
            {catalogText.editionNo(item.edition)}
          </Link>
        )}
      </span>
      {isThis ? <StateBadge tone="plain">{text.thisEdition}</StateBadge> : null}
      {item.right.kind === 'owned' ? <StateBadge tone="good">{catalogText.owned}</StateBadge> : null}
      {item.shelfState === 'offShelf' ? <StateBadge tone="plain">{catalogText.offShelf}</StateBadge> : null}
    </p>
    <p className={styles.changes}>{factsOf(item)}</p>
    {item.right.kind === 'owned' || item.shelfState === 'offShelf' ? null : <p className={styles.changes}>{accessTag(item.book)}</p>}
  </li>
);

export const BookEditions = ({ bookId }: { bookId: string }) => {
  const { data, isError, refetch } = useQuery(bookEditionsQuery(bookId));
  if (data === undefined) {
    if (isError) return <RowFailure text={text.failed(text.tabs.editions)} onRetry={() => void refetch()} />;
    return <RecordsSkeleton label={text.loading} />;
  }
  return (
    <>
      <p className={styles.editionsLead}>{text.editionsLead}</p>
      <ol className={styles.versions}>
        {data.items.map((item) => (
          <Edition key={item.book.id} item={item} isThis={item.book.id === bookId} />
        ))}
      </ol>
    </>
  );
};
