/**
 * The numbers of a publisher or of the whole platform. A part is present only if the caller has the permission for it. Numbers of users are
 * multiples of five; an absent number is hidden.
 */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { calendarDay } from '../reading/reading-day.ts';

const users = z.number().int().optional();

export const dashboardBook = z.object({
  bookId: entityId,
  title: z.string(),
  /** As the contributors of the book see them. */
  readers: users,
  hours: z.number().int().optional(),
  donePercent: z.number().int().optional(),
  orders: z.number().int().optional(),
  revenueFen: z.number().int().optional(),
});
export type DashboardBook = z.output<typeof dashboardBook>;

/** The numbers of one week; one that is hidden or that the caller may not see is absent. */
export const dashboardWeek = z.object({
  /** Monday. */
  week: calendarDay,
  readers: users,
  orders: z.number().int().optional(),
  revenueFen: z.number().int().optional(),
  refundedFen: z.number().int().optional(),
  codes: z.number().int().optional(),
});
export type DashboardWeek = z.output<typeof dashboardWeek>;

export const dashboard = z.object({
  /** First and last day of the period. */
  from: calendarDay,
  to: calendarDay,
  computedAt: z.number().int(),
  /** Whether part of the numbers was simulated for the demo. */
  isSimulated: z.boolean(),
  sales: z.object({ orders: z.number().int(), revenueFen: z.number().int(), refundedFen: z.number().int() }).optional(),
  reading: z.object({ readers: users, newReaders: users, hours: z.number().int().optional() }).optional(),
  books: z.object({ published: z.number().int(), added: z.number().int(), draft: z.number().int(), offShelf: z.number().int() }).optional(),
  codes: z.object({ bound: z.number().int() }).optional(),
  /** Users who tried a book for the first time, and the share of these trials after which the book was obtained. */
  trials: z.object({ users, obtainedPercent: z.number().int().optional() }).optional(),
  imports: z.object({ done: z.number().int(), failed: z.number().int(), running: z.number().int() }).optional(),
  /** Searches that found nothing, only for the whole platform. */
  searches: z.array(z.object({ word: z.string(), count: z.number().int() })).optional(),
  weeks: z.array(dashboardWeek),
  /** The books with most readers, or with most income for a caller who may see only that. */
  topBooks: z.array(dashboardBook),
});
export type Dashboard = z.output<typeof dashboard>;
