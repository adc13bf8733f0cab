/** 去年今日: what one wrote or marked on this day in earlier years, and what one read a year ago. Nothing, when there is nothing. */
import { encodeLocatorParam } from '@shufang/contract';
import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStandingCards } from '../../features/bookshelf/queries.ts';
import { marksOfThisDay } from '../../features/bookshelf/year-ago.ts';
import { myReadingQuery } from '../../features/reading/reading-week.tsx';
import { bookshelfText } from '../../platform/messages/zh-cn/bookshelf.ts';
import { listAnnotationRecords, readerDatabase } from '../../platform/storage/reader-database.ts';
import { calendarDayOf } from '../../platform/storage/reading-days.ts';
import { ANONYMOUS_OWNER, useOwner } from '../../platform/storage/use-owner.ts';
import styles from './year-ago-card.module.css';

const SHOWN = 3;

export const YearAgoCard = () => {
  const owner = useOwner();
  const marks =
    useLiveQuery(async () => marksOfThisDay(await listAnnotationRecords(readerDatabase(), owner), Date.now(), SHOWN), [owner]) ?? [];
  const [today] = useState(() => calendarDayOf(Date.now()));
  const { data } = useQuery({ ...myReadingQuery(owner, today), enabled: owner !== ANONYMOUS_OWNER });
  const read = (data?.yearAgo ?? []).slice(0, SHOWN);
  const { cards } = useStandingCards([...new Set([...marks.map(({ mark }) => mark.bookId), ...read.map(({ bookId }) => bookId)])]);
  const titleOf = (bookId: string): string | undefined => cards?.get(bookId)?.book.title;
  if (marks.length + read.length === 0) return null;
  return (
    <section className={styles.card} aria-label={bookshelfText.yearAgo}>
      <h2 className={styles.heading}>{bookshelfText.yearAgo}</h2>
      <ul className={styles.list}>
        {marks.map(({ years, mark }) => (
          <li key={mark.id}>
            <p className={styles.about}>
              {years === 1 ? '' : `${bookshelfText.yearsAgo(years)}，`}
              {bookshelfText.markedIn(titleOf(mark.bookId) ?? bookshelfText.unknownBook)}
            </p>
            <Link
              className={styles.quote}
              to={`/course/learning/${mark.bookId}?at=${encodeLocatorParam({ href: mark.target.href, locations: { block: mark.target.blocks.start } })}`}
            >
              {mark.body === '' ? mark.target.quote.exact : mark.body}
            </Link>
          </li>
        ))}
        {read.flatMap(({ bookId, seconds }) => {
          const title = titleOf(bookId);
          return title === undefined
            ? []
            : [
                <li key={bookId}>
                  <Link className={styles.read} to={`/course/info/${bookId}`}>
                    {bookshelfText.readIn(title, Math.round(seconds / 60))}
                  </Link>
                </li>,
              ];
        })}
      </ul>
    </section>
  );
};
