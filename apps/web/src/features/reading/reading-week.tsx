/** The user's reading time of this week by day, and the number of consecutive days. */
import { getMyReading } from '@shufang/contract';
import { Cluster, Column, Row, Text, TextButton } from '@shufang/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { readingTimeText as text } from '../../platform/messages/zh-cn/reading-time.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { calendarDayOf } from '../../platform/storage/reading-days.ts';
import panelStyles from './figure-panel.module.css';
import styles from './reading-week.module.css';
import { ignoreUntilNextTime, sendReadingDays } from './send-reading-days.ts';

const MINUTE_SECONDS = 60;

/** Query of the user's reading time; sends the unsent time of this device first. `owner`: id of the user. */
export const myReadingQuery = (owner: string, today: string) =>
  queryOptions({
    queryKey: ['reading', 'mine', owner, today],
    queryFn: async ({ signal }) => {
      await sendReadingDays(readerDatabase(), owner).catch(ignoreUntilNextTime);
      return call(getMyReading, { today }, { signal });
    },
    staleTime: 0,
    meta: { claims: true },
  });

/** Returns the minutes to show; any reading time counts as one minute at least. */
const minutesOf = (seconds: number): number => (seconds === 0 ? 0 : Math.max(1, Math.round(seconds / MINUTE_SECONDS)));

export const ReadingWeek = ({ owner }: { owner: string }) => {
  const [today] = useState(() => calendarDayOf(Date.now()));
  const { data, isError, refetch } = useQuery(myReadingQuery(owner, today));
  if (isError) {
    return (
      <Cluster as="p" align="center" justify="between" className={`${panelStyles.panel} ${styles.box}`} role="status">
        {text.failed}
        <TextButton type="button" onClick={() => void refetch()}>
          {text.retry}
        </TextButton>
      </Cluster>
    );
  }
  if (data === undefined)
    return (
      <Cluster
        align="center"
        justify="between"
        className={`${panelStyles.panel} ${styles.box}`}
        role="status"
        aria-busy="true"
        aria-label={text.title}
      />
    );
  const total = data.week.reduce((sum, { seconds }) => sum + seconds, 0);
  const most = Math.max(MINUTE_SECONDS, ...data.week.map(({ seconds }) => seconds));
  return (
    <Cluster align="center" justify="between" className={`${panelStyles.panel} ${styles.box}`}>
      <div>
        <p>
          <Text serif tabular className={panelStyles.figure}>
            {minutesOf(total)}
          </Text>
          {text.minutes}
        </p>
        <Text as="p" size={14} tone="soft" marginTop={4}>
          {data.streakDays === 0 ? text.noStreak : text.streak(data.streakDays)}
        </Text>
      </div>
      <Row as="ol" gap={12} justify="between" className={styles.days}>
        {data.week.map(({ day, seconds }, index) => (
          <Column key={day} as="li" gap={6} align="center" flex={1} className={styles.day} data-today={day === today || undefined}>
            <span className="visually-hidden">{text.dayOf(index, minutesOf(seconds), day > today)}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ height: `${(seconds / most) * 100}%` }} data-some={seconds > 0 || undefined} />
            </span>
            <Text size={12} tone="faint" className={styles.dayName} aria-hidden="true">
              {text.dayNames[index]}
            </Text>
          </Column>
        ))}
      </Row>
    </Cluster>
  );
};
