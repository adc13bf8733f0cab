/**
 * Card about this day a year ago (去年今日): annotations made on this day in earlier years, and books read on this day a year ago. Renders
 * nothing if there are none.
 */
import { encodeLocatorParam } from '@shufang/contract';
import { Panel, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { Link } from 'react-router';
import { useBookCards } from '../../../features/bookshelf/queries.ts';
import { annotationsOfThisDay } from '../../../features/bookshelf/year-ago.ts';
import { myReadingQuery } from '../../../features/reading/reading-week.tsx';
import { passageOf } from '../../../platform/formula/readable-quote.ts';
import { bookshelfText } from '../../../platform/messages/zh-cn/bookshelf.ts';
import { ANONYMOUS_OWNER } from '../../../platform/storage/anonymous-owner.ts';
import { listAnnotationRecords, readerDatabase } from '../../../platform/storage/reader-database.ts';
import { calendarDayOf } from '../../../platform/storage/reading-days.ts';
import { useOwner } from '../../../platform/storage/use-owner.ts';
import styles from './year-ago-card.module.css';

const SHOWN = 3;

export const YearAgoCard = () => {
  const owner = useOwner();
  const annotations =
    useLiveQuery(async () => annotationsOfThisDay(await listAnnotationRecords(readerDatabase(), owner), Date.now(), SHOWN), [owner]) ?? [];
  const [today] = useState(() => calendarDayOf(Date.now()));
  const { data } = useQuery({ ...myReadingQuery(owner, today), enabled: owner !== ANONYMOUS_OWNER });
  const read = (data?.yearAgo ?? []).slice(0, SHOWN);
  const { cards } = useBookCards([
    ...new Set([...annotations.map(({ annotation }) => annotation.bookId), ...read.map(({ bookId }) => bookId)]),
  ]);
  const titleOf = (bookId: string): string | undefined => cards?.get(bookId)?.book.title;
  if (annotations.length + read.length === 0) return null;
  return (
    <Panel as="section" className={styles.card} aria-label={bookshelfText.yearAgo}>
      <Text as="h2" size={12} tone="accent" weight={400} className={styles.heading}>
        {bookshelfText.yearAgo}
      </Text>
      <Stack as="ul" gap={12} marginTop={8}>
        {annotations.map(({ years, annotation }) => (
          <li key={annotation.id}>
            <Text as="p" size={14} tone="soft">
              {years === 1 ? '' : `${bookshelfText.yearsAgo(years)}，`}
              {bookshelfText.markedIn(titleOf(annotation.bookId) ?? bookshelfText.unknownBook)}
            </Text>
            <Link
              className={styles.quote}
              to={`/course/learning/${annotation.bookId}?at=${encodeLocatorParam({ href: annotation.target.href, locations: { block: annotation.target.blocks.start } })}`}
            >
              {annotation.body === '' ? passageOf(annotation) : annotation.body}
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
      </Stack>
    </Panel>
  );
};
