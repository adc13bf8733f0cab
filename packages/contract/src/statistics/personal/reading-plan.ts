/** What a reader has planned: a goal, and whether reminders and weekly summaries are wanted. */
import { z } from 'zod';
import { statisticsLimits as limits } from '../limits.ts';

/** `minutes`: minutes of reading each day. `days`: days with reading each week. */
export const readingGoal = z
  .object({ kind: z.enum(['minutes', 'days']), amount: z.number().int().min(1).max(limits.readingGoalMinutesMax) })
  .refine(({ kind, amount }) => kind === 'minutes' || amount <= 7, { message: '一周最多 7 天', path: ['amount'] });
export type ReadingGoal = z.output<typeof readingGoal>;

export const readingPlan = z.object({
  goal: readingGoal.nullable(),
  /** Whether the reader gets a reminder of the goal and a summary of each week. One setting for both. */
  hasNotices: z.boolean(),
});
export type ReadingPlan = z.output<typeof readingPlan>;
