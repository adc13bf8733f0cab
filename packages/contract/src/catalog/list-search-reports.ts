import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { pageInput } from './book-card.ts';

/** State of the reports of a query. `open`: an editor has not handled them yet. */
export const searchReportState = z.enum(['open', 'done']);

export type SearchReportState = z.output<typeof searchReportState>;

/** A report group: all reports of the same normalized query. */
export const searchReportGroup = z.object({
  /** Normalized query, which groups the reports. */
  key: z.string(),
  /** The query as a user typed it last. */
  query: z.string(),
  users: z.number().int(),
  /** Number of reports whose search had no results. */
  nothing: z.number().int(),
  /** Notes of the users, the newest first, `LIMITS.searchReportNotesShown` at most. */
  notes: z.array(z.string()),
  firstAt: z.number().int(),
  lastAt: z.number().int(),
  /** Time when an editor handled the last of the reports, UTC ms. */
  doneAt: z.number().int().optional(),
});

export type SearchReportGroup = z.output<typeof searchReportGroup>;

/** Lists report groups: open ones by number of users, done ones by time of handling, the latest first. */
export const listSearchReports = operation({
  name: 'listSearchReports',
  method: 'GET',
  path: '/api/admin/search/reports',
  summary: '没有找到的搜索',
  permission: 'curate',
  // A search covers the books of all publishers, so a report belongs to no access scope.
  scope: 'platform',
  input: z.object({
    state: searchReportState.default('open'),
    cursor: z.string().max(2_048).optional(),
    limit: pageInput.limit,
  }),
  output: z.object({
    items: z.array(searchReportGroup),
    /** Number of report groups by state. */
    counts: z.object({ open: z.number().int(), done: z.number().int() }),
    nextCursor: z.string().optional(),
  }),
});
