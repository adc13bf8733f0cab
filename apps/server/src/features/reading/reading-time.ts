/** How long a person reads: taken in from their devices, and told as this week, days in a row, and this day a year ago. */
import { type getMyReading as getMyReadingOperation, LIMITS, type OutputOf, type ReadingDay } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { listSecondsByDay, listSecondsOfDay, saveReadingDays } from './reading-time-store.ts';

const DAY_MS = 86_400_000;

export interface ReadingTimeDependencies {
  readonly db: Queryable;
  readonly clock: Clock;
  /** The person reads: they keep their places in institutions' licences. */
  readonly keepPlaces: (userId: string) => Promise<void>;
  /** Of these, those there are. */
  readonly knownBooks: (bookIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const daysAfter = (day: string, days: number): string => dayOf(msOf(day) + days * DAY_MS);

/** Days of a calendar ahead of ours are at most one further; later ones come of a wrong clock. */
const isPlausible = (day: string, now: number): boolean =>
  day <= dayOf(now + DAY_MS) && day >= dayOf(now - LIMITS.readingDaysBack * DAY_MS);

/** Answers how many of the sums were news. */
export const takeReadingDays = async (
  { db, clock, knownBooks }: Omit<ReadingTimeDependencies, 'keepPlaces'>,
  userId: string,
  { deviceId, days }: { deviceId: string; days: readonly ReadingDay[] },
): Promise<number> => {
  const now = clock.now();
  const plausible = days.filter(({ day }) => isPlausible(day, now));
  const known = await knownBooks([...new Set(plausible.map(({ bookId }) => bookId))]);
  // One row a book and day, or the database would be told to change it twice at once.
  const greatest = new Map<string, ReadingDay>();
  for (const told of plausible) {
    const key = `${told.bookId} ${told.day}`;
    if (known.has(told.bookId) && told.seconds > (greatest.get(key)?.seconds ?? 0)) greatest.set(key, told);
  }
  return saveReadingDays(db, userId, deviceId, [...greatest.values()]);
};

/** How many days in a row up to `today`, or up to the day before while today is not yet one. */
export const streakOf = (secondsByDay: ReadonlyMap<string, number>, today: string): number => {
  const counts = (day: string): boolean => (secondsByDay.get(day) ?? 0) >= LIMITS.readingDaySecondsMin;
  let day = counts(today) ? today : daysAfter(today, -1);
  let days = 0;
  for (; counts(day); day = daysAfter(day, -1)) days += 1;
  return days;
};

/** Monday to Sunday. */
export const weekOf = (today: string): string[] => {
  const sinceMonday = (new Date(msOf(today)).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => daysAfter(today, index - sinceMonday));
};

/** 29 February has no day a year ago: undefined. */
export const yearBefore = (today: string): string | undefined => {
  const before = `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}${today.slice(4)}`;
  return dayOf(msOf(before)) === before ? before : undefined;
};

export const getMyReading = async (
  { db }: Pick<ReadingTimeDependencies, 'db'>,
  userId: string,
  today: string,
): Promise<OutputOf<typeof getMyReadingOperation>> => {
  const before = yearBefore(today);
  const [days, yearAgo] = await Promise.all([
    listSecondsByDay(db, userId),
    before === undefined ? [] : listSecondsOfDay(db, userId, before),
  ]);
  const byDay = new Map(days.map(({ day, seconds }) => [day, seconds]));
  return {
    week: weekOf(today).map((day) => ({ day, seconds: byDay.get(day) ?? 0 })),
    streakDays: streakOf(byDay, today),
    totalSeconds: days.reduce((sum, { seconds }) => sum + seconds, 0),
    yearAgo: yearAgo.filter(({ seconds }) => seconds >= LIMITS.readingDaySecondsMin),
  };
};
