/** The charts of one year of a reader: minutes by week, and the books read longest. Pure. */
import type { ChartModel, getReadingHistory, OutputOf } from '@shufang/contract';
import { readingHistoryText as text } from '../../platform/messages/zh-cn/reading-history.ts';

export type ReadingHistory = OutputOf<typeof getReadingHistory>;

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const MINUTE_SECONDS = 60;

/** Returns the minutes to show; any reading time counts as one minute at least. */
export const minutesOf = (seconds: number): number => (seconds === 0 ? 0 : Math.max(1, Math.round(seconds / MINUTE_SECONDS)));

const mondayOf = (day: string): string => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return new Date(at - ((new Date(at).getUTCDay() + 6) % WEEK_DAYS) * DAY_MS).toISOString().slice(0, 10);
};

/** Returns the minutes of each week from the first one with reading to the last one, weeks without reading included. */
export const weeksChart = ({ days }: Pick<ReadingHistory, 'days'>): ChartModel => {
  const seconds = new Map<string, number>();
  for (const day of days) {
    const monday = mondayOf(day.day);
    seconds.set(monday, (seconds.get(monday) ?? 0) + day.seconds);
  }
  const mondays = [...seconds.keys()].toSorted();
  const [first = '', last = ''] = [mondays[0], mondays.at(-1)];
  const weeks = first === '' ? 0 : (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / (WEEK_DAYS * DAY_MS) + 1;
  return {
    kind: 'bar',
    title: text.weeks,
    note: text.weeksNote,
    axis: text.week,
    series: [{ key: 'minutes', name: text.minutes }],
    points: Array.from({ length: weeks }, (_, index) => {
      const monday = new Date(Date.parse(`${first}T00:00:00Z`) + index * WEEK_DAYS * DAY_MS).toISOString().slice(0, 10);
      return { label: text.weekOf(monday), values: { minutes: minutesOf(seconds.get(monday) ?? 0) } };
    }),
    unit: 'count',
    absent: text.absent,
  };
};

/** Returns the minutes of each book. Labels of a chart are unique, titles of books may not be. */
export const booksChart = ({ books }: Pick<ReadingHistory, 'books'>): ChartModel => ({
  kind: 'rows',
  title: text.books,
  note: text.booksNote,
  axis: text.book,
  series: [{ key: 'minutes', name: text.minutes }],
  points: books.map(({ title, seconds }, index) => ({
    label: books.findIndex((book) => book.title === title) === index ? title : `${title} (${index + 1})`,
    values: { minutes: minutesOf(seconds) },
  })),
  unit: 'count',
  absent: text.absent,
});
