/** A book on the shelf: its cover, the reading progress, and whether the user may read it. */
import type { ShelfGroupRecord } from '@shufang/contract';
import { IconPinFilled } from '@shufang/icons';
import { ItemCheckbox, Phrases, ProgressLine, Row, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { hasNewVersion, type ShelfBook, shareRead } from '../../../features/bookshelf/arrange-shelf.ts';
import { BookCover } from '../../../features/catalog/book-cover.tsx';
import { useIsOnDevice } from '../../../features/offline/use-offline-books.ts';
import { waitingChapters } from '../../../features/teaching/plan-label.ts';
import { plannedChaptersQuery } from '../../../features/teaching/queries.ts';
import { useConnection } from '../../../platform/api/connection.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { classPlanText } from '../../../platform/messages/zh-cn/class-plan.ts';
import { offlineText } from '../../../platform/messages/zh-cn/offline.ts';
import { useSession } from '../../../platform/session/session.ts';
import { MoveToGroup } from './move-to-group.tsx';
import styles from './shelf-book.module.css';

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });

/** Returns the path that a book links to: its last reading position, or the book's page if the user has no right to read it. */
const linkTo = ({ bookId, card }: ShelfBook): string =>
  card !== undefined && card.right.kind === 'none' ? `/course/info/${bookId}` : `/course/learning/${bookId}`;

interface Reachability {
  readonly isOffline: boolean;
  /** Whether the book can be read on this device without a network. */
  readonly isStored: boolean;
}

/** Returns the due time of the chapter of a class that is due next in a book. */
const useDueAt = (bookId: string): number | undefined => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(plannedChaptersQuery(userId));
  const [now] = useState(() => Date.now());
  return waitingChapters(data?.items ?? [], now).find((one) => one.bookId === bookId && one.plan.dueAt !== undefined)?.plan.dueAt;
};

const statusOf = ({ card }: ShelfBook, isMissing: boolean, { isOffline, isStored }: Reachability): string | undefined => {
  if (isMissing) return bookshelfText.gone;
  if (card === undefined) return bookshelfText.unknownBook;
  if (card.right.kind === 'none') return card.shelfState === 'offShelf' ? bookshelfText.offShelf : bookshelfText.lost;
  if (isStored) return offlineText.onDevice;
  if (isOffline) return bookshelfText.needsNetwork;
  return card.right.endsAt === undefined ? undefined : bookshelfText.until(dateFormat.format(card.right.endsAt));
};

interface ShelfTileProps {
  readonly book: ShelfBook;
  readonly isMissing: boolean;
  /** Groups into which the book can be moved; absent where it cannot. */
  readonly groups?: readonly ShelfGroupRecord[];
  /** Whether the book is selected, and how to toggle that; absent when selection mode is off. */
  readonly choice?: { readonly isChosen: boolean; readonly onToggle: () => void } | undefined;
}

export const ShelfTile = ({ book, isMissing, groups, choice }: ShelfTileProps) => {
  const { card, item } = book;
  const title = card?.book.title ?? bookshelfText.unknownBook;
  const id = useId();
  const progression = shareRead(book);
  const isOffline = useConnection((connection) => connection.isOffline);
  const isStored = useIsOnDevice(book.bookId);
  const dueAt = useDueAt(book.bookId);
  const status = statusOf(book, isMissing, { isOffline, isStored });
  return (
    <article className={styles.tile} data-chosen={choice?.isChosen || undefined}>
      <div className={styles.cover} data-closed={isMissing || card?.right.kind === 'none' || undefined}>
        <BookCover book={card?.book ?? { id: book.bookId, title, authors: '' }} />
        {hasNewVersion(book) ? (
          <span className={styles.news} title={bookshelfText.newVersion}>
            <span className="visually-hidden">{bookshelfText.newVersion}</span>
          </span>
        ) : null}
        {item.pinned === true ? (
          <Stack as="span" placeItems="center" className={styles.pin}>
            <IconPinFilled size={14} aria-hidden />
            <span className="visually-hidden">{bookshelfText.pinned}</span>
          </Stack>
        ) : null}
      </div>
      {choice === undefined ? null : (
        <ItemCheckbox id={id} aria-label={bookshelfText.chooseBook(title)} checked={choice.isChosen} onChange={choice.onToggle} />
      )}
      <Text as="h3" stretchedLink className={styles.title}>
        {choice !== undefined ? (
          <label htmlFor={id}>
            <Phrases text={title} />
          </label>
        ) : isMissing ? (
          title
        ) : (
          <Link to={linkTo(book)}>
            <Phrases text={title} />
          </Link>
        )}
      </Text>
      <Row as="p" gap={8} align="center" size={12} tone="faint" marginTop={6} tabular>
        <ProgressLine value={progression ?? 0} />
        <span>{progression === undefined ? bookshelfText.unread : bookshelfText.progress(progression)}</span>
      </Row>
      {status === undefined ? null : <p className={styles.status}>{status}</p>}
      {dueAt === undefined ? null : <p className={styles.status}>{classPlanText.shelfDue(dueAt)}</p>}
      {groups === undefined || choice !== undefined ? null : (
        <MoveToGroup
          label={bookshelfText.groupOf(title)}
          bookIds={[book.bookId]}
          groups={groups}
          current={groups.find(({ id: groupId }) => groupId === item.groupId) ?? null}
          className={styles.group}
        />
      )}
    </article>
  );
};
