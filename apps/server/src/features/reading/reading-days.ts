/** Calendar days of reading time: weeks, streaks, and the same day a year ago. */
import { LIMITS } from '@shufang/contract';

/** Device of reading that was simulated for the demo. */
export const SIMULATED_DEVICE = 'demo0002';

const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const daysAfter = (day: string, days: number): string => dayOf(msOf(day) + days * DAY_MS);

/**
 * Returns whether a device may report this day. Time zones put a device at most one day ahead of the server; later days come from a wrong
 * clock.
 */
export const isPlausibleDay = (day: string, now: number): boolean =>
  day <= dayOf(now + DAY_MS) && day >= dayOf(now - LIMITS.readingDaysBack * DAY_MS);

/** Returns the number of consecutive days up to `today`, or up to the day before if today has no reading yet. */
export const streakOf = (secondsByDay: ReadonlyMap<string, number>, today: string): number => {
  const counts = (day: string): boolean => (secondsByDay.get(day) ?? 0) >= LIMITS.readingDaySecondsMin;
  let day = counts(today) ? today : daysAfter(today, -1);
  let days = 0;
  for (; counts(day); day = daysAfter(day, -1)) days += 1;
  return days;
};

/** Returns the days of the week that contains `today`, Monday to Sunday. */
export const weekOf = (today: string): string[] => {
  const sinceMonday = (new Date(msOf(today)).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => daysAfter(today, index - sinceMonday));
};

/** Returns the same day one year ago; undefined for 29 February. */
export const yearBefore = (today: string): string | undefined => {
  const before = `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}${today.slice(4)}`;
  return dayOf(msOf(before)) === before ? before : undefined;
};
