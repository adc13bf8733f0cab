/** Returns the caller's reading goal and how much of it is done. */
import { LIMITS } from '@shufang/contract';
import { mondayOf } from '../../../platform/china-time.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import type { StatisticsDependencies } from '../statistics-dependencies.ts';
import { listDays } from './history-store.ts';
import { findPlan } from './plan-store.ts';

export const getReadingPlan: UseCase<'getReadingPlan', StatisticsDependencies> = async ({ db }, { reader }, { today }) => {
  const [plan, days] = await Promise.all([findPlan(db.orm, reader.userId), listDays(db.orm, reader.userId, mondayOf(today), today)]);
  return {
    ...plan,
    todaySeconds: days.find(({ day }) => day === today)?.seconds ?? 0,
    weekDays: days.filter(({ seconds }) => seconds >= LIMITS.readingDaySecondsMin).length,
  };
};
