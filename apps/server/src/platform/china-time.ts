/** Days and clock times of China, which has one time zone without daylight saving time, UTC+8. A day is YYYY-MM-DD. Pure. */

export const DAY_MS = 86_400_000;
const AHEAD_MS = 8 * 3_600_000;

/** Returns a date whose UTC fields show the date and the time in China. */
export const chinaClock = (ms: number): Date => new Date(ms + AHEAD_MS);

/** Returns the time at which clocks in China show what the UTC fields of `clock` show, UTC ms. */
export const timeOfChinaClock = (clock: number): number => clock - AHEAD_MS;

/** Returns the day of a time. */
export const dayOf = (ms: number): string => chinaClock(ms).toISOString().slice(0, 10);

/** Returns the time at which a day begins, UTC ms; NaN for a text that is not a day. */
export const startOfDay = (day: string): number => timeOfChinaClock(Date.parse(`${day}T00:00:00Z`));

/** Returns the day that is `days` days after another one, or before it for a negative number. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Returns whether a text is a day of the calendar: `Date` would turn 02-30 into 03-02. */
export const isDay = (text: string): boolean => {
  const at = startOfDay(text);
  return !Number.isNaN(at) && dayOf(at) === text;
};
