/** `/bookshelf/recent`: the books last read, from what is on the device: where and when. */
import { encodeLocatorParam, type StandingCard } from '@shufang/contract';
import { buttonClass, EmptyState } from '@shufang/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { type ReadPlace, recentPlaces } from '../../features/bookshelf/arrange-shelf.ts';
import { useStandingCards } from '../../features/bookshelf/queries.ts';
import { useShelf, useShelfVerbs } from '../../features/bookshelf/use-shelf.ts';
import { BookCover } from '../../features/catalog/book-cover.tsx';
import { BookSkeleton } from '../../features/catalog/book-skeleton.tsx';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import { BookshelfFrame, DeviceNote, FreshnessNote, NothingKept } from './bookshelf-tabs.tsx';
import { ConfirmDialog } from './group-dialog.tsx';
import { holdsText, ListTools, useListChoices } from './list-tools.tsx';
import { OpenAction } from './open-action.tsx';
import styles from './shelf-list.module.css';
import { YearAgoCard } from './year-ago-card.tsx';

const timeFormat = chineseDates({ month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' });

interface RowProps {
  readonly place: ReadPlace;
  readonly card: StandingCard | undefined;
  readonly isGone: boolean;
  readonly onLeave: () => void;
}

const Row = ({ place, card, isGone, onLeave }: RowProps) => {
  const title = card?.book.title ?? bookshelfText.unknownBook;
  const isClosed = isGone || card?.right.kind === 'none';
  const { title: chapter, locations } = place.locator;
  return (
    <li className={styles.row} data-closed={isClosed || undefined}>
      <div className={styles.cover}>
        <BookCover book={card?.book ?? { id: place.bookId, title, authors: '' }} />
      </div>
      <div className={styles.text}>
        <h3 className={styles.title}>{isGone ? title : <Link to={`/course/info/${place.bookId}`}>{title}</Link>}</h3>
        <p className={styles.meta}>{chapter === undefined || chapter === '' ? bookshelfText.bookStart : bookshelfText.readUpTo(chapter)}</p>
        <p className={styles.facts}>
          <time dateTime={new Date(place.updatedAt).toISOString()}>{timeFormat.format(place.updatedAt)}</time>
          {place.readOn === undefined ? null : <span>{bookshelfText.readOn[place.readOn]}</span>}
          {locations.totalProgression === undefined ? null : <span>{bookshelfText.progressOf(locations.totalProgression)}</span>}
          {isClosed ? <span className={styles.warning}>{isGone ? bookshelfText.gone : (card?.right.reason ?? '')}</span> : null}
        </p>
      </div>
      <div className={styles.actions}>
        {isClosed ? null : (
          <OpenAction
            to={`/course/learning/${place.bookId}?at=${encodeLocatorParam(place.locator)}`}
            name={bookshelfText.resumeBook(title)}
            text={bookshelfText.resume}
          />
        )}
        <button type="button" className={styles.plain} aria-label={bookshelfText.leaveRecentBook(title)} onClick={onLeave}>
          {bookshelfText.leaveRecent}
        </button>
      </div>
    </li>
  );
};

const SORTS = ['read'] as const;

const Recent = () => {
  const choices = useListChoices('/bookshelf/recent', SORTS);
  const shelf = useShelf();
  const verbs = useShelfVerbs();
  const [isAsking, setAsking] = useState(false);
  const places = shelf === undefined ? [] : recentPlaces(shelf);
  const { cards, gone, ...freshness } = useStandingCards(places.map(({ bookId }) => bookId));
  if (shelf === undefined || (cards === undefined && !freshness.isFailed)) return <BookSkeleton count={4} />;
  if (places.length === 0 && !shelf.isHeard) return <NothingKept offersRetry />;
  if (places.length === 0) {
    return (
      <EmptyState title={bookshelfText.noRecent}>
        <p>{bookshelfText.noRecentHint}</p>
        <Link to="/book/list?source=free" className={buttonClass()}>
          {bookshelfText.findBooks}
        </Link>
      </EmptyState>
    );
  }
  const shown = places.filter(({ bookId }) => {
    const book = cards?.get(bookId)?.book;
    return holdsText([book?.title, book?.authors], choices.text);
  });
  const leave = async (ids: readonly string[], text: string): Promise<void> => {
    await verbs.leaveRecent(ids);
    broadcast('toast', { kind: 'success', text });
  };
  return (
    <>
      <FreshnessNote {...freshness} />
      <div className={styles.head}>
        <h2 className={styles.heading}>{bookshelfText.recent}</h2>
        <button type="button" className={styles.plain} onClick={() => setAsking(true)}>
          {bookshelfText.clearRecent}
        </button>
      </div>
      <ListTools choices={choices} sorts={SORTS} />
      {shown.length > 0 ? null : (
        <EmptyState title={bookshelfText.noneFound}>
          <p>{bookshelfText.noneFoundHint}</p>
        </EmptyState>
      )}
      <ul>
        {shown.map((place) => (
          <Row
            key={place.bookId}
            place={place}
            card={cards?.get(place.bookId)}
            isGone={gone.has(place.bookId)}
            onLeave={() => void leave([place.bookId], bookshelfText.done.leftRecent)}
          />
        ))}
      </ul>
      {isAsking ? (
        <ConfirmDialog
          title={bookshelfText.recent}
          text={bookshelfText.clearRecentConfirm}
          verb={bookshelfText.clearRecent}
          onConfirm={() => {
            setAsking(false);
            void leave(
              places.map(({ bookId }) => bookId),
              bookshelfText.done.clearedRecent,
            );
          }}
          onClose={() => setAsking(false)}
        />
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
