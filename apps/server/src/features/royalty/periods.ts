/** Months of royalty statements, `yyyymm`, and days YYYY-MM-DD, both in China. Pure. */

/** How far the clocks of China are ahead of UTC. */
const CHINA_AHEAD_MS = 8 * 3_600_000;

/** Returns the day of a time. */
export const dayOf = (ms: number): string => new Date(ms + CHINA_AHEAD_MS).toISOString().slice(0, 10);

/** Returns the time at which a day begins, UTC ms. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) - CHINA_AHEAD_MS;

export const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
export const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

export const periodOfDay = (day: string): string => day.slice(0, 4) + day.slice(5, 7);

/** Returns the first day of a month. */
export const firstDayOf = (period: string): string => `${period.slice(0, 4)}-${period.slice(4)}-01`;

export const nextPeriod = (period: string): string => {
  const [year, month] = [Number(period.slice(0, 4)), Number(period.slice(4))];
  return month === 12 ? `${year + 1}01` : `${year}${String(month + 1).padStart(2, '0')}`;
};

/** Returns the first time after a month, UTC ms. */
export const endOfPeriod = (period: string): number => startOfDay(firstDayOf(nextPeriod(period)));
export const lastDayOf = (period: string): string => dayBefore(firstDayOf(nextPeriod(period)));

/** Returns the last month that was complete at a time. */
export const lastCompletePeriod = (now: number): string => periodOfDay(dayBefore(firstDayOf(periodOfDay(dayOf(now)))));
