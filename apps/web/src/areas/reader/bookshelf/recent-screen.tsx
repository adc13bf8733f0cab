/** `/bookshelf/recent`: the recently read books with position and time, from the device's database. */
import { type BookStatusCard, encodeLocatorParam } from '@shufang/contract';
import { Block, buttonClass, Cluster, ConfirmDialog, EmptyState, Row, Text } from '@shufang/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { type ReadingPosition, recentPositions, shareRead } from '../../../features/bookshelf/arrange-shelf.ts';
import { useBookCards } from '../../../features/bookshelf/queries.ts';
import { useShelf, useShelfActions } from '../../../features/bookshelf/use-shelf.ts';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { BookSkeleton } from '../../../features/catalog/book-skeleton.tsx';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { BookshelfFrame, DeviceNote, FreshnessNote, NothingCached } from './bookshelf-tabs.tsx';
import { containsText, ListTools, useListChoices } from './list-tools.tsx';
import { OpenAction } from './open-action.tsx';
import styles from './shelf-list.module.css';
import { YearAgoCard } from './year-ago-card.tsx';

const timeFormat = chineseDates({ month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' });

interface RecentBookProps {
  readonly position: ReadingPosition;
  readonly card: BookStatusCard | undefined;
  readonly isMissing: boolean;
  readonly onLeave: () => void;
}

const RecentBook = ({ position, card, isMissing, onLeave }: RecentBookProps) => {
  const title = card?.book.title ?? bookshelfText.unknownBook;
  const isClosed = isMissing || card?.right.kind === 'none';
  const { title: chapter } = position.locator;
  const share = shareRead({ position, card });
  return (
    <Row as="li" gap={20} align="center" className={styles.row} data-closed={isClosed || undefined}>
      <div className={styles.cover}>
        <BookCover book={card?.book ?? { id: position.bookId, title, authors: '' }} />
      </div>
      <Block flex={1} minWidth={0} className={styles.text}>
        <Text as="h3" size={17} whiteSpace="nowrap" className={styles.title}>
          {isMissing ? title : <Link to={`/course/info/${position.bookId}`}>{title}</Link>}
        </Text>
        <Text as="p" size={14} tone="soft" whiteSpace="nowrap" className={styles.meta}>
          {chapter === undefined || chapter === '' ? bookshelfText.bookStart : bookshelfText.readUpTo(chapter)}
        </Text>
        <Cluster as="p" size={13} tone="faint" className={styles.facts}>
          <time dateTime={new Date(position.updatedAt).toISOString()}>{timeFormat.format(position.updatedAt)}</time>
          {position.readOn === undefined ? null : <span>{bookshelfText.readOn[position.readOn]}</span>}
          {share === undefined ? null : <span>{bookshelfText.progressOf(share)}</span>}
          {isClosed ? <span className={styles.warning}>{isMissing ? bookshelfText.gone : (card?.right.reason ?? '')}</span> : null}
        </Cluster>
      </Block>
      <Row gap={8} align="center" flex="none" className={styles.actions}>
        {isClosed ? null : (
          <OpenAction
            bookId={position.bookId}
            to={`/course/learning/${position.bookId}?at=${encodeLocatorParam(position.locator)}`}
            name={bookshelfText.resumeBook(title)}
            text={bookshelfText.resume}
          />
        )}
        <button type="button" className={styles.plain} aria-label={bookshelfText.leaveRecentBook(title)} onClick={onLeave}>
          {bookshelfText.leaveRecent}
        </button>
      </Row>
    </Row>
  );
};

const SORTS = ['read'] as const;

const Recent = () => {
  const choices = useListChoices('/bookshelf/recent', SORTS);
  const shelf = useShelf();
  const actions = useShelfActions();
  const [isConfirming, setConfirming] = useState(false);
  const positions = shelf === undefined ? [] : recentPositions(shelf);
  const { cards, missingIds, ...freshness } = useBookCards(positions.map(({ bookId }) => bookId));
  if (shelf === undefined || (cards === undefined && !freshness.isFailed)) return <BookSkeleton count={4} />;
  if (positions.length === 0 && !shelf.hasPulledOnce) return <NothingCached offersRetry />;
  if (positions.length === 0) {
    return (
      <EmptyState title={bookshelfText.noRecent}>
        <p>{bookshelfText.noRecentHint}</p>
        <Link to="/book/list?source=free" className={buttonClass()}>
          {bookshelfText.findBooks}
        </Link>
      </EmptyState>
    );
  }
  const shown = positions.filter(({ bookId }) => {
    const book = cards?.get(bookId)?.book;
    return containsText([book?.title, book?.authors], choices.text);
  });
  const leave = async (ids: readonly string[], text: string): Promise<void> => {
    await actions.removeFromRecent(ids);
    broadcast('toast', { kind: 'success', text });
  };
  return (
    <>
      <FreshnessNote {...freshness} />
      <Cluster gap={12} align="center" justify="between" marginBottom={8}>
        <Text as="h2" size={20}>
          {bookshelfText.recent}
        </Text>
        <button type="button" className={styles.plain} onClick={() => setConfirming(true)}>
          {bookshelfText.clearRecent}
        </button>
      </Cluster>
      <ListTools choices={choices} sorts={SORTS} />
      {shown.length > 0 ? null : (
        <EmptyState title={bookshelfText.noneFound}>
          <p>{bookshelfText.noneFoundHint}</p>
        </EmptyState>
      )}
      <ul>
        {shown.map((position) => (
          <RecentBook
            key={position.bookId}
            position={position}
            card={cards?.get(position.bookId)}
            isMissing={missingIds.has(position.bookId)}
            onLeave={() => void leave([position.bookId], bookshelfText.done.leftRecent)}
          />
        ))}
      </ul>
      {isConfirming ? (
        <ConfirmDialog
          title={bookshelfText.recent}
          confirmLabel={bookshelfText.clearRecent}
          cancelLabel={bookshelfText.cancel}
          isDestructive
          onConfirm={() => {
            setConfirming(false);
            void leave(
              positions.map(({ bookId }) => bookId),
              bookshelfText.done.clearedRecent,
            );
          }}
          onClose={() => setConfirming(false)}
        >
          <p>{bookshelfText.clearRecentConfirm}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

export const Component = () => (
  <BookshelfFrame>
    <DeviceNote />
    <YearAgoCard />
    <Recent />
  </BookshelfFrame>
);
