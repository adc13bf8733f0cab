import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { calendarDay } from './reading-day.ts';

/** Returns the caller's reading time on all devices. `today`: current day on the device, which determines the week and the streak. */
export const getMyReading = operation({
  name: 'getMyReading',
  method: 'GET',
  path: '/api/stat/mine',
  summary: '我的阅读时长',
  permission: 'ownAccount',
  input: z.object({ today: calendarDay }),
  output: z.object({
    /** Reading time of each day of this week, Monday to Sunday. */
    week: z.array(z.object({ day: calendarDay, seconds: z.number().int() })).length(7),
    /** Number of consecutive days, up to today or yesterday, with at least `LIMITS.readingDaySecondsMin` of reading. */
    streakDays: z.number().int(),
    totalSeconds: z.number().int(),
    /** Books that the caller read on this day a year ago, the longest read first. */
    yearAgo: z.array(z.object({ bookId: entityId, seconds: z.number().int() })),
  }),
});
