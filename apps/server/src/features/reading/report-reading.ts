/** Stores the reading time that a device reports, and renews the caller's concurrent slots of licenses. */
import type { ReadingDay } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { saveReadingDays } from './reading-day-store.ts';
import { isPlausibleDay } from './reading-days.ts';
import type { ReadingDependencies } from './reading-dependencies.ts';

type Dependencies = Pick<ReadingDependencies, 'db' | 'clock' | 'existingBooks' | 'renewSeats' | 'isTimeRecorded'>;

/**
 * Stores the reported sums and returns how many were new or greater than the stored ones. Implausible days and unknown books are ignored;
 * of a user whose reading time is not recorded nothing is stored.
 */
export const reportReading: UseCase<'reportReading', Dependencies> = async (
  { db, clock, existingBooks, renewSeats, isTimeRecorded },
  { reader },
  { deviceId, days },
) => {
  const now = clock.now();
  const plausible = days.filter(({ day }) => isPlausibleDay(day, now));
  const existing = await existingBooks([...new Set(plausible.map(({ bookId }) => bookId))]);
  // The sums are combined to one row for each book and day, because one SQL statement cannot update a row twice.
  const greatest = new Map<string, ReadingDay>();
  for (const reported of plausible) {
    const key = `${reported.bookId} ${reported.day}`;
    if (existing.has(reported.bookId) && reported.seconds > (greatest.get(key)?.seconds ?? 0)) greatest.set(key, reported);
  }
  if (!(await isTimeRecorded(reader.userId))) {
    if (greatest.size > 0) await renewSeats(reader.userId);
    return { stored: 0, isOn: false };
  }
  const savedRows = await saveReadingDays(db.orm, reader.userId, deviceId, [...greatest.values()]);
  if (savedRows > 0) await renewSeats(reader.userId);
  return { stored: savedRows, isOn: true };
};
