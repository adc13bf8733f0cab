/**
 * A year as a calendar: a square for each day, darker for more minutes, in two halves beside each other or, on a phone, one above the
 * other. The numbers are in the table below, by week, for screen readers and the keyboard.
 */
import { readingHistoryText as text } from '../messages/zh-cn/reading-history.ts';
import { ChartFigure } from './chart-figure.tsx';
import styles from './year-calendar.module.css';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** Minutes from which a day has the next shade; the first shade is for any time. */
const SHADES = [1, 10, 30, 60, 120] as const;

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** Returns the day of the week, 0 for Monday. */
const weekdayOf = (day: string): number => (new Date(msOf(day)).getUTCDay() + 6) % WEEK_DAYS;

const shadeOf = (minutes: number): number => SHADES.filter((from) => minutes >= from).length;

/** Returns the days from one to another, both included. */
const daysBetween = (first: string, last: string): string[] =>
  Array.from({ length: Math.round((msOf(last) - msOf(first)) / DAY_MS) + 1 }, (_, index) => dayOf(msOf(first) + index * DAY_MS));

interface YearCalendarProps {
  readonly title: string;
  readonly note: string;
  readonly year: number;
  /** Days after this one are not drawn. */
  readonly today: string;
  /** Minutes by day; days without reading may be absent. */
  readonly minutes: ReadonlyMap<string, number>;
}

const Half = ({ first, last, today, minutes }: { first: string; last: string } & Pick<YearCalendarProps, 'today' | 'minutes'>) => {
  const days = daysBetween(first, last);
  const offset = weekdayOf(first);
  const columnOf = (index: number): number => Math.floor((index + offset) / WEEK_DAYS) + 2;
  return (
    <div className={styles.half}>
      {[0, 2, 4, 6].map((weekday) => (
        <span key={weekday} className={styles.weekday} style={{ gridRow: weekday + 2 }}>
          {text.weekdays[weekday]}
        </span>
      ))}
      {days.map((day, index) => {
        const read = minutes.get(day) ?? 0;
        return (
          <span
            key={day}
            className={styles.day}
            title={day <= today ? text.dayOf(day, read) : undefined}
            data-shade={day <= today ? shadeOf(read) : undefined}
            style={{ gridColumn: columnOf(index), gridRow: weekdayOf(day) + 2 }}
          />
        );
      })}
      {days.map((day, index) =>
        day.endsWith('-01') ? (
          <span key={day} className={styles.month} style={{ gridColumn: `${columnOf(index)} / span 3` }}>
            {text.monthOf(Number(day.slice(5, 7)))}
          </span>
        ) : null,
      )}
    </div>
  );
};

export const YearCalendar = ({ title, note, year, today, minutes }: YearCalendarProps) => {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const weeks = Map.groupBy(daysBetween(first, last < today ? last : today), (day) => dayOf(msOf(day) - weekdayOf(day) * DAY_MS));
  const rows = [...weeks].flatMap(([monday, days]) => {
    const read = days.map((day) => minutes.get(day) ?? 0);
    const total = read.reduce((sum, each) => sum + each, 0);
    const cells = text.weekdays.map((_, weekday) => {
      const value = minutes.get(dayOf(msOf(monday) + weekday * DAY_MS)) ?? 0;
      return value === 0 ? text.noMinutes : String(value);
    });
    return total === 0 ? [] : [{ label: text.weekOf(monday), cells: [...cells, String(total)] }];
  });
  return (
    <ChartFigure title={title} note={note} head={[text.week, ...text.weekdays, text.total]} rows={rows}>
      <div className={styles.halves} aria-hidden="true">
        <Half first={first} last={`${year}-06-30`} today={today} minutes={minutes} />
        <Half first={`${year}-07-01`} last={last} today={today} minutes={minutes} />
      </div>
      <p className={styles.legend}>
        {text.legend}
        {text.shades.map((label, shade) => (
          <span key={label} className={styles.entry}>
            <span className={styles.day} data-shade={shade} aria-hidden="true" />
            {label}
          </span>
        ))}
      </p>
    </ChartFigure>
  );
};
