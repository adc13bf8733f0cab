/** Stores the caller's reading goal, and whether reminders and weekly summaries are wanted. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { StatisticsDependencies } from '../statistics-dependencies.ts';
import { putPlan } from './plan-store.ts';

export const setReadingPlan: UseCase<'setReadingPlan', StatisticsDependencies> = async ({ db }, { reader }, plan) => {
  await putPlan(db.orm, reader.userId, plan);
  return plan;
};
