/** Weeks and terms of statistics, as days YYYY-MM-DD in China. A week is named by its Monday, and belongs to the term of that Monday. Pure. */
import type { StatisticsPeriod } from '@shufang/contract';
import { addDays, dayOf, mondayOf } from '../../platform/china-time.ts';

/** First months of the terms: the spring term begins in February, the autumn term in August. */
const SPRING = 2;
const AUTUMN = 8;

/** Returns the last week that was complete at a time. */
export const lastCompleteWeek = (now: number): string => addDays(mondayOf(dayOf(now)), -7);

/** Returns the first week of the term to which a week belongs. */
export const firstWeekOfTerm = (week: string): string => {
  const [year = 0, month = 0] = week.split('-').map(Number);
  const start = month >= AUTUMN ? [year, AUTUMN] : month >= SPRING ? [year, SPRING] : [year - 1, AUTUMN];
  const first = `${start[0]}-${String(start[1]).padStart(2, '0')}-01`;
  const monday = mondayOf(first);
  return monday === first ? monday : addDays(monday, 7);
};

/** Returns the first week of a period that ends with `last`; undefined if it has no beginning. */
export const firstWeekOf = (period: StatisticsPeriod, last: string): string | undefined => {
  if (period === 'week') return last;
  return period === 'term' ? firstWeekOfTerm(last) : undefined;
};

/** Returns the weeks from the first to the last, at most `max` of them, the last ones. */
export const listWeeks = (first: string, last: string, max: number): string[] => {
  const weeks: string[] = [];
  for (let week = last; week >= first && weeks.length < max; week = addDays(week, -7)) weeks.push(week);
  return weeks.toReversed();
};
