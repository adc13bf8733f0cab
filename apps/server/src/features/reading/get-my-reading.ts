/** Returns the caller's reading time: this week, streak of days, total, and the books read on this day one year ago. */
import { LIMITS } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { listSecondsByDay, listSecondsOfDay } from './reading-day-store.ts';
import { streakOf, weekOf, yearBefore } from './reading-days.ts';
import type { ReadingDependencies } from './reading-dependencies.ts';

export const getMyReading: UseCase<'getMyReading', Pick<ReadingDependencies, 'db'>> = async ({ db }, { reader }, { today }) => {
  const before = yearBefore(today);
  const [days, yearAgo] = await Promise.all([
    listSecondsByDay(db.orm, reader.userId),
    before === undefined ? [] : listSecondsOfDay(db.orm, reader.userId, before),
  ]);
  const byDay = new Map(days.map(({ day, seconds }) => [day, seconds]));
  return {
    week: weekOf(today).map((day) => ({ day, seconds: byDay.get(day) ?? 0 })),
    streakDays: streakOf(byDay, today),
    totalSeconds: days.reduce((sum, { seconds }) => sum + seconds, 0),
    yearAgo: yearAgo.filter(({ seconds }) => seconds >= LIMITS.readingDaySecondsMin),
  };
};
