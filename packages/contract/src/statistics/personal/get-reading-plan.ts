import { z } from 'zod';
import { calendarDay } from '../../reading/reading-day.ts';
import { operation } from '../../wire/operation.ts';
import { readingPlan } from './reading-plan.ts';

/** Returns the caller's reading goal and how much of it is done. `today`: current day on the device. */
export const getReadingPlan = operation({
  name: 'getReadingPlan',
  method: 'GET',
  path: '/api/stat/plan',
  summary: '我的阅读目标',
  permission: 'ownAccount',
  input: z.object({ today: calendarDay }),
  output: readingPlan.extend({
    todaySeconds: z.number().int(),
    /** Days of this week, up to today, with at least `LIMITS.readingDaySecondsMin` of reading. */
    weekDays: z.number().int(),
  }),
});
