/** Months of license use, YYYY-MM in China. Pure. */
import { addDays, dayOf } from '../../platform/china-time.ts';

/** Returns the month of a time. */
export const monthOf = (ms: number): string => dayOf(ms).slice(0, 7);

/** Returns the month that is `count` months after another one, or before it for a negative count. */
export const addMonths = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
};

/** Returns the last day of a month, YYYY-MM-DD. */
export const lastDayOfMonth = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);

/** Returns the months from the first to the last, both included; none if the first is later. */
export const listMonths = (first: string, last: string): string[] => {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
};
