/** The user's reading of one year: a calendar, minutes by week, and books. */
import { Cluster, EmptyState, LoadFailure, RecordsSkeleton, Section, SelectField, Stack, StateBadge, Text } from '@shufang/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chart } from '../../platform/charts/chart.tsx';
import { YearCalendar } from '../../platform/charts/year-calendar.tsx';
import { readingHistoryText as text } from '../../platform/messages/zh-cn/reading-history.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { calendarDayOf } from '../../platform/storage/reading-days.ts';
import { readingHistoryQuery } from './personal-queries.ts';
import { booksChart, type ReadingHistory as History, minutesOf, weeksChart } from './reading-charts.ts';

const Year = ({ history, today }: { history: History; today: string }) => {
  const { year, days, books } = history;
  if (days.length === 0) {
    return (
      <EmptyState title={text.nothing(year)}>
        <p>{text.nothingHint}</p>
      </EmptyState>
    );
  }
  const minutes = new Map(days.map(({ day, seconds }) => [day, minutesOf(seconds)]));
  const total = minutesOf(days.reduce((sum, { seconds }) => sum + seconds, 0));
  return (
    <>
      <YearCalendar
        title={text.calendar(year)}
        note={text.calendarNote(days.length, text.hours(total))}
        year={year}
        today={today}
        minutes={minutes}
      />
      <Chart {...weeksChart(history)} />
      {books.length === 0 ? null : <Chart {...booksChart(history)} />}
    </>
  );
};

export const ReadingHistory = ({ owner }: { owner: string }) => {
  const [today] = useState(() => calendarDayOf(Date.now()));
  const [year, setYear] = useState<number>();
  const { data, isError, refetch } = useQuery({ ...readingHistoryQuery(owner, today, year), placeholderData: keepPreviousData });
  if (data === undefined) {
    return (
      <Section title={text.title} id="reading">
        {isError ? (
          <LoadFailure text={recordsText.failed(text.failed)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
        ) : (
          <RecordsSkeleton label={recordsText.loading} />
        )}
      </Section>
    );
  }
  return (
    <Section title={text.title} id="reading">
      {data.isRecorded ? (
        <Stack gap={16}>
          {data.isSimulated ? (
            <Cluster gap={12} align="center">
              <StateBadge tone="wait">{text.simulated}</StateBadge>
              <Text as="p" size={13} tone="faint">
                {text.simulatedHint}
              </Text>
            </Cluster>
          ) : null}
          {data.years.length > 1 ? (
            <SelectField
              label={text.year}
              value={String(data.year)}
              options={data.years.map((each) => ({ value: String(each), label: text.yearOf(each) }))}
              onChange={(value) => setYear(Number(value))}
            />
          ) : null}
          <Year history={data} today={today} />
        </Stack>
      ) : (
        <EmptyState title={text.off}>
          <p>{text.offHint}</p>
        </EmptyState>
      )}
    </Section>
  );
};
