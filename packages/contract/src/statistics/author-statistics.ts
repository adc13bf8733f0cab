/** The statistics of a book as its contributors see them. Numbers of users are multiples of five; an absent number is hidden. */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { calendarDay } from '../reading/reading-day.ts';

/** `week`: the last complete week. `term`: the current term up to that week. `all`: everything up to that week. */
export const statisticsPeriod = z.enum(['week', 'term', 'all']);
export type StatisticsPeriod = z.output<typeof statisticsPeriod>;

/** Members of a class that uses the book, or readers without such a class. */
export const classKind = z.enum(['inClass', 'alone']);
export type ClassKind = z.output<typeof classKind>;

/** What the numbers are about. At most one of `institutionId` and `classKind`: combinations would single out small groups. */
export const statisticsSelection = z
  .object({
    bookId: entityId,
    period: statisticsPeriod.default('term'),
    versionId: entityId.optional(),
    institutionId: entityId.optional(),
    classKind: classKind.optional(),
  })
  .refine(({ institutionId, classKind: kind }) => institutionId === undefined || kind === undefined, {
    message: '机构和班级不能同时筛选',
    path: ['classKind'],
  });
export type StatisticsSelection = z.output<typeof statisticsSelection>;

const users = z.number().int().optional();
const percent = z.number().int().min(0).max(100).optional();

export const chapterStatistics = z.object({
  /** URL of the document. */
  href: z.string(),
  title: z.string(),
  readers: users,
  /** Share of the readers of the book who read this chapter. */
  reachedPercent: percent,
  /** Shares of the readers of this chapter who finished it, and who read it on two or more days. */
  donePercent: percent,
  rereadPercent: percent,
  medianMinutes: z.number().int().optional(),
  expectedMinutes: z.number().int(),
  /** Readers by week, as `weeks` of the statistics; null is hidden. */
  weekReaders: z.array(z.number().int().nullable()),
});
export type ChapterStatistics = z.output<typeof chapterStatistics>;

export const authorStatistics = z.object({
  /** First and last day of the period. */
  from: calendarDay,
  to: calendarDay,
  /** Monday of each week of the grid. */
  weeks: z.array(calendarDay),
  computedAt: z.number().int(),
  readers: users,
  newReaders: users,
  /** Readers of the last week, and of the last four weeks. */
  weekActive: users,
  monthActive: users,
  /** Only without filter and version. */
  hours: z.number().int().optional(),
  medianMinutes: z.number().int().optional(),
  donePercent: percent,
  /** Highlights and notes, with the users who made them. Only without filter and version, as all of the following. */
  highlights: z.number().int().optional(),
  notes: z.number().int().optional(),
  annotators: users,
  /** Also of one version. */
  practiceUsers: users,
  practicePercent: percent,
  ratings: z.object({ count: z.number().int(), meanTenths: z.number().int() }).optional(),
  sales: z
    .object({
      orders: z.number().int(),
      codes: z.number().int(),
      revenueFen: z.number().int(),
      refundedFen: z.number().int(),
    })
    .optional(),
  errata: z
    .object({
      reported: z.number().int(),
      open: z.number().int(),
      accepted: z.number().int(),
      fixed: z.number().int(),
      rejected: z.number().int(),
      duplicate: z.number().int(),
    })
    .optional(),
  /** Readers by day; null is hidden. */
  days: z.array(z.object({ day: calendarDay, readers: z.number().int().nullable() })),
  chapters: z.array(chapterStatistics),
  highlighted: z.array(z.object({ chapter: z.string(), quote: z.string(), users: z.number().int() })),
  /** `facilityPercent`: the mean score. `discrimination`: correlation with the other questions, in hundredths. */
  questions: z.array(
    z.object({
      chapter: z.string(),
      itemId: z.string(),
      users: z.number().int(),
      facilityPercent: z.number().int(),
      discrimination: z.number().int().optional(),
    }),
  ),
  institutions: z.array(z.object({ id: entityId, name: z.string(), readers: users })),
});
export type AuthorStatistics = z.output<typeof authorStatistics>;
