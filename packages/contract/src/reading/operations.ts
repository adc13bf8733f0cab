import { z } from 'zod';
import { accessRight, bookCard } from '../catalog/operations.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { publicationManifest } from '../publication/manifest.ts';
import { readingPreferences } from '../publication/preferences.ts';
import { operation } from '../wire/operation.ts';

/** All a reader needs to start: the right, the manifest, where the content is, and where the person was. */
export const openBook = operation({
  name: 'openBook',
  method: 'GET',
  path: '/api/learn/open',
  summary: '打开图书',
  audience: 'anyone',
  input: z.object({
    bookId: entityId,
    /**
     * Present: the book is open already and its ticket ends. `idle`: the page asks by itself, which keeps a place in an institution's
     * licence but takes none; `acting`: the reader turned a page.
     */
    goOn: z.enum(['idle', 'acting']).optional(),
  }),
  output: z.object({
    book: bookCard,
    right: accessRight,
    version: z.object({ id: entityId, no: z.number().int(), releasedAt: z.number().int() }),
    content: z.object({
      /** Address of the engine's frame page, on the content origin of this book. */
      frameUrl: z.string(),
      /** Every `href` of the manifest is relative to this; carries the ticket. Ends with a slash. */
      baseUrl: z.string(),
      /** When the ticket ends: open again before. */
      expiresAt: z.number().int(),
    }),
    manifest: publicationManifest,
    progress: z.object({ locator, updatedAt: z.number().int() }).optional(),
    preferences: readingPreferences.optional(),
  }),
  errors: ['catalog.bookNotFound', 'commerce.notEntitled', 'commerce.noPlace'],
});

/** A day of a person's own calendar. */
export const calendarDay = z.iso.date();

/** How long one device was read on in one book on one day so far, in seconds. Told again it replaces a smaller sum, so sending twice is safe. */
export const readingDay = z.object({ bookId: entityId, day: calendarDay, seconds: z.number().int().min(0).max(86_400) });
export type ReadingDay = z.output<typeof readingDay>;

/**
 * Active reading: the page visible, and turned, touched or typed on within the last minute. Days that lie ahead, or further back than
 * `LIMITS.readingDaysBack`, and books that are unknown are passed over silently: there is nothing a device could do about them.
 */
export const reportReading = operation({
  name: 'reportReading',
  method: 'POST',
  path: '/api/stat/beat',
  summary: '上报阅读时长',
  repeatsSafely: true,
  input: z.object({ deviceId: z.string().regex(/^[0-9a-z]{6,32}$/), days: z.array(readingDay).max(LIMITS.readingDaysPerCall) }),
  output: z.object({ kept: z.number().int() }),
});

/** How long the person read, all devices together. `today`: of the device that asks, for the week and the streak. */
export const getMyReading = operation({
  name: 'getMyReading',
  method: 'GET',
  path: '/api/stat/mine',
  summary: '我的阅读时长',
  input: z.object({ today: calendarDay }),
  output: z.object({
    /** Monday to Sunday of this week. */
    week: z.array(z.object({ day: calendarDay, seconds: z.number().int() })).length(7),
    /** Days in a row with at least `LIMITS.readingDaySecondsMin`, up to today or yesterday. */
    streakDays: z.number().int(),
    totalSeconds: z.number().int(),
    /** What was read on this day a year ago, the longest first. */
    yearAgo: z.array(z.object({ bookId: entityId, seconds: z.number().int() })),
  }),
});
