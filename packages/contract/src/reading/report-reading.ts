import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { calendarDay } from './reading-day.ts';

/**
 * Reading time of one device in one book on one day so far, in seconds. A larger value replaces a smaller one, so reports are idempotent.
 */
export const readingDay = z.object({ bookId: entityId, day: calendarDay, seconds: z.number().int().min(0).max(86_400) });

export type ReadingDay = z.output<typeof readingDay>;

/**
 * Reports active reading time: the page is visible and had input within the last minute. Future days, days older than
 * `LIMITS.readingDaysBack`, unknown books, and all reports of users who have switched the recording off are ignored silently, because a
 * device could not correct them.
 */
export const reportReading = operation({
  name: 'reportReading',
  method: 'POST',
  path: '/api/stat/beat',
  summary: '上报阅读时长',
  permission: 'ownAccount',
  isIdempotent: true,
  input: z.object({ deviceId: z.string().regex(/^[0-9a-z]{6,32}$/), days: z.array(readingDay).max(LIMITS.readingDaysPerCall) }),
  output: z.object({
    stored: z.number().int(),
    /** Whether the user's reading time is recorded. If it is not, the device deletes what it has. */
    isOn: z.boolean(),
  }),
});
