import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { calendarDay } from '../../reading/reading-day.ts';
import { operation } from '../../wire/operation.ts';

/**
 * Returns the caller's reading time in one calendar year, on all devices. `today`: current day on the device. `year`: by default that of
 * `today`.
 */
export const getReadingHistory = operation({
  name: 'getReadingHistory',
  method: 'GET',
  path: '/api/stat/history',
  summary: '我的阅读日历',
  permission: 'ownAccount',
  input: z.object({ today: calendarDay, year: z.coerce.number().int().min(2000).max(2999).optional() }),
  output: z.object({
    /** Whether reading time is recorded. If it is not, nothing is stored. */
    isRecorded: z.boolean(),
    /** Whether part of the reading was simulated for the demo. */
    isSimulated: z.boolean(),
    year: z.number().int(),
    /** The years with reading and the current one, the latest first. */
    years: z.array(z.number().int()),
    /** Days of the year with reading, the earliest first. */
    days: z.array(z.object({ day: calendarDay, seconds: z.number().int() })),
    /** The books read longest in the year, at most `LIMITS.readingBooksMax`. */
    books: z.array(z.object({ bookId: entityId, title: z.string(), seconds: z.number().int() })),
  }),
});
