/**
 * The row of books that the user is reading (继续阅读, continue reading), each with a link to the last position. A failure does not affect the
 * rest of the page.
 */
import { encodeLocatorParam } from '@shufang/contract';
import { Column, Grid, ProgressLine, Row, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { BookCover } from './book-cover.tsx';
import styles from './continue-row.module.css';
import { continueReadingQuery } from './queries.ts';

export const useContinueReading = () => {
  const { data, error, refetch } = useQuery(continueReadingQuery());
  return { items: data?.items ?? [], error, retry: () => void refetch() };
};

export const ContinueRow = ({ items }: { items: ReturnType<typeof useContinueReading>['items'] }) => (
  <Grid as="ul" gap={16} className={styles.row}>
    {items.map(({ book, locator }) => {
      const chapter = locator.title === undefined || locator.title === '' ? catalogText.bookStart : catalogText.readUpTo(locator.title);
      const progress = Math.max(locator.locations.totalProgression ?? 0, book.progress ?? 0);
      // If the user has no right to the book, the link leads to the book's page, which shows how to get access again.
      const isClosed = book.right === 'none';
      const path = isClosed ? `/course/info/${book.id}` : `/course/learning/${book.id}?at=${encodeLocatorParam(locator)}`;
      return (
        <Grid key={book.id} as="li" gap={16} className={styles.card}>
          <div>
            <BookCover book={book} eager />
          </div>
          <Column minWidth={0}>
            <Text as="h3" size={17} whiteSpace="nowrap" ellipsis stretchedLink className={styles.title}>
              <Link to={path}>{book.title}</Link>
            </Text>
            <Text as="p" size={13} tone="soft" marginTop={4} whiteSpace="nowrap" ellipsis>
              {isClosed ? catalogText.cannotReadNow : chapter}
            </Text>
            <Row gap={8} align="center" size={12} className={styles.foot}>
              <ProgressLine value={progress} />
              <Text tone="faint">{catalogText.progress(progress)}</Text>
              <span className={styles.action} aria-hidden="true">
                {isClosed ? catalogText.closedAction : catalogText.continueAction}
              </span>
            </Row>
          </Column>
        </Grid>
      );
    })}
  </Grid>
);
