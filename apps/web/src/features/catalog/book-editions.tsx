/**
 * The tab with the older and newer editions (新旧版): the editions of a work with the user's access to each, and the line that announces a
 * newer edition.
 */
import type { BookEdition } from '@shufang/contract';
import { Cluster, RecordsSkeleton, StateBadge, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { bookPageText } from '../../platform/messages/zh-cn/book-page.ts';
import { bookTabsText as text } from '../../platform/messages/zh-cn/book-tabs.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './book-page.module.css';
import { accessTag } from './book-tile.tsx';
import { bookEditionsQuery } from './queries.ts';
import { RowFailure } from './row-failure.tsx';

const factsOf = ({ book, year, isbn }: BookEdition): string =>
  [book.title, ...(year === undefined ? [] : [text.publishedIn(year)]), ...(isbn === undefined ? [] : [text.isbnOf(isbn)])].join(' · ');

const Edition = ({ item, isThis }: { item: BookEdition; isThis: boolean }) => (
  <li className={styles.version} data-current={isThis || undefined}>
    <Cluster as="p" gap={[4, 12]} align="center">
      <Text size={17} weight={700} serif>
        {isThis ? (
          catalogText.editionNo(item.edition)
        ) : (
          <Link to={`/course/info/${item.book.id}`} className={styles.editionLink}>
            {catalogText.editionNo(item.edition)}
          </Link>
        )}
      </Text>
      {isThis ? <StateBadge tone="plain">{text.thisEdition}</StateBadge> : null}
      {item.right.kind === 'owned' ? <StateBadge tone="good">{catalogText.owned}</StateBadge> : null}
      {item.shelfState === 'offShelf' ? <StateBadge tone="plain">{catalogText.offShelf}</StateBadge> : null}
    </Cluster>
    <Text as="p" size={15} tone="soft" marginTop={4}>
      {factsOf(item)}
    </Text>
    {item.right.kind === 'owned' || item.shelfState === 'offShelf' ? null : (
      <Text as="p" size={15} tone="soft" marginTop={4}>
        {accessTag(item.book)}
      </Text>
    )}
  </li>
);

export const BookEditions = ({ bookId }: { bookId: string }) => {
  const { data, isError, refetch } = useQuery(bookEditionsQuery(bookId));
  if (data === undefined) {
    if (isError) return <RowFailure text={bookPageText.failed(bookPageText.tabs.editions)} onRetry={() => void refetch()} />;
    return <RecordsSkeleton label={bookPageText.loading} />;
  }
  return (
    <>
      <Text as="p" size={15} tone="soft" marginBottom={24} className={styles.editionsLead}>
        {text.editionsLead}
      </Text>
      <ol className={styles.versions}>
        {data.items.map((item) => (
          <Edition key={item.book.id} item={item} isThis={item.book.id === bookId} />
        ))}
      </ol>
    </>
  );
};
