/** How long the person read this week, day by day, and how many days in a row. */
import { getMyReading } from '@shufang/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { readingTimeText as text } from '../../platform/messages/zh-cn/reading-time.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { calendarDayOf } from '../../platform/storage/reading-days.ts';
import styles from './reading-week.module.css';
import { leaveForNextTime, sendReadingDays } from './send-reading-days.ts';

const MINUTE_SECONDS = 60;

/** What this device has not told yet is told first. `owner`: whose figures these are. */
export const myReadingQuery = (owner: string, today: string) =>
  queryOptions({
    queryKey: ['reading', 'mine', owner, today],
    queryFn: async ({ signal }) => {
      await sendReadingDays(readerDatabase(), owner).catch(leaveForNextTime);
      return call(getMyReading, { today }, { signal });
    },
    staleTime: 0,
    meta: { claims: true },
  });

/** What was begun is shown as a minute. */
const minutesOf = (seconds: number): number => (seconds === 0 ? 0 : Math.max(1, Math.round(seconds / MINUTE_SECONDS)));

export const ReadingWeek = ({ owner }: { owner: string }) => {
  const [today] = useState(() => calendarDayOf(Date.now()));
  const { data, isError, refetch } = useQuery(myReadingQuery(owner, today));
  if (isError) {
    return (
      <p className={styles.box} role="status">
        {text.failed}
        <button type="button" className={styles.retry} onClick={() => void refetch()}>
          {text.retry}
        </button>
      </p>
    );
  }
  if (data === undefined) return <div className={styles.box} role="status" aria-busy="true" aria-label={text.title} />;
  const total = data.week.reduce((sum, { seconds }) => sum + seconds, 0);
  const most = Math.max(MINUTE_SECONDS, ...data.week.map(({ seconds }) => seconds));
  return (
    <div className={styles.box}>
      <div className={styles.figures}>
        <p>
          <span className={styles.figure}>{minutesOf(total)}</span>
          {text.minutes}
        </p>
        <p className={styles.streak}>{data.streakDays === 0 ? text.noStreak : text.streak(data.streakDays)}</p>
      </div>
      <ol className={styles.days}>
        {data.week.map(({ day, seconds }, index) => (
          <li key={day} className={styles.day} data-today={day === today || undefined}>
            <span className="visually-hidden">{text.dayOf(index, minutesOf(seconds), day > today)}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ height: `${(seconds / most) * 100}%` }} data-some={seconds > 0 || undefined} />
            </span>
            <span className={styles.dayName} aria-hidden="true">
              {text.dayNames[index]}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
};
