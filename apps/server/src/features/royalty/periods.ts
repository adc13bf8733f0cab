/** Months of royalty statements, `yyyymm`, in China. Pure. */
import { addDays, dayOf, startOfDay } from '../../platform/china-time.ts';

export const periodOfDay = (day: string): string => day.slice(0, 4) + day.slice(5, 7);

/** Returns the first day of a month. */
export const firstDayOf = (period: string): string => `${period.slice(0, 4)}-${period.slice(4)}-01`;

export const nextPeriod = (period: string): string => {
  const [year, month] = [Number(period.slice(0, 4)), Number(period.slice(4))];
  return month === 12 ? `${year + 1}01` : `${year}${String(month + 1).padStart(2, '0')}`;
};

/** Returns the first time after a month, UTC ms. */
export const endOfPeriod = (period: string): number => startOfDay(firstDayOf(nextPeriod(period)));
export const lastDayOf = (period: string): string => addDays(firstDayOf(nextPeriod(period)), -1);

/** Returns the last month that was complete at a time. */
export const lastCompletePeriod = (now: number): string => periodOfDay(addDays(firstDayOf(periodOfDay(dayOf(now))), -1));
