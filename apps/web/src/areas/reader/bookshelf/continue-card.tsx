/** Card of the book that was read last, at the top of the shelf. */
import { encodeLocatorParam } from '@shufang/contract';
import { Block, ProgressLine, Row, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { recentPositions, shareRead } from '../../../features/bookshelf/arrange-shelf.ts';
import { useBookCards } from '../../../features/bookshelf/queries.ts';
import { useShelf } from '../../../features/bookshelf/use-shelf.ts';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { useIsOnDevice } from '../../../features/offline/use-offline-books.ts';
import { useConnection } from '../../../platform/api/connection.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import styles from './continue-card.module.css';

export const ContinueCard = () => {
  const shelf = useShelf();
  const position = shelf === undefined ? undefined : recentPositions(shelf)[0];
  const isOnDevice = useIsOnDevice(position?.bookId);
  const { cards } = useBookCards(position === undefined ? [] : [position.bookId]);
  const card = position === undefined ? undefined : cards?.get(position.bookId);
  const isOffline = useConnection((connection) => connection.isOffline);
  const isClosed = isOffline && !isOnDevice;
  if (position === undefined || card === undefined || card.right.kind === 'none') return null;
  const { book } = card;
  const { title: chapter } = position.locator;
  const progression = shareRead({ position, card }) ?? 0;
  return (
    <Row as="section" gap={24} align="center" className={styles.card} aria-label={bookshelfText.continue}>
      <div className={styles.cover}>
        <BookCover book={book} eager />
      </div>
      <Block flex={1} minWidth={0}>
        <Text as="p" size={12} tone="accent" className={styles.kind}>
          {bookshelfText.continue}
        </Text>
        <Text as="h2" size={20} whiteSpace="nowrap" ellipsis stretchedLink className={styles.title}>
          <Link to={`/course/learning/${book.id}?at=${encodeLocatorParam(position.locator)}`}>{book.title}</Link>
        </Text>
        <Text as="p" size={14} tone="soft" whiteSpace="nowrap" ellipsis>
          {chapter === undefined || chapter === '' ? bookshelfText.bookStart : bookshelfText.readUpTo(chapter)}
        </Text>
        <Row as="p" gap={12} align="center" size={12} tone="faint" whiteSpace="nowrap" className={styles.progress}>
          <ProgressLine value={progression} />
          {bookshelfText.progressOf(progression)}
        </Row>
      </Block>
      <span className={styles.action} data-closed={isClosed || undefined} aria-hidden={!isClosed}>
        {isClosed ? bookshelfText.needsNetwork : bookshelfText.continueAction}
      </span>
    </Row>
  );
};
