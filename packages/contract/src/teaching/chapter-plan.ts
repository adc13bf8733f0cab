/** The plan of a class by chapters of its book, and the progress of members in it. */
import { z } from 'zod';
import { entityId } from '../publication/id.ts';

const at = z.number().int().min(0).max(8.64e15);

/** What a class plans for a chapter. Times are UTC ms. */
export const chapterPlan = z
  .object({
    /** Whether members should read the chapter. */
    isRequired: z.boolean(),
    /** When the class begins with the chapter; absent: at any time. */
    opensAt: at.optional(),
    /** When members should have read it. */
    dueAt: at.optional(),
    /** Whether members do not see the plan of this chapter before `opensAt`. */
    isHidden: z.boolean(),
  })
  .refine(({ opensAt, dueAt }) => opensAt === undefined || dueAt === undefined || opensAt < dueAt, {
    message: '截止时间应晚于开始时间',
    path: ['dueAt'],
  });

export type ChapterPlan = z.output<typeof chapterPlan>;

/**
 * How far a member has read a chapter. Done: at least 95 % of its text at the speed of reading, and, unless the member has switched the
 * recording off, at least 30 % of the expected time.
 */
export const chapterProgress = z.object({
  /** Seconds of active reading; absent if the member has switched the recording off. */
  seconds: z.number().int().optional(),
  /** Share of the text that was read, 0 to 1. */
  share: z.number(),
  isDone: z.boolean(),
});

export type ChapterProgress = z.output<typeof chapterProgress>;

/** A chapter of the book of a class: a document with a title in the table of contents. */
export const classChapter = z.object({
  /** URL of the document, as in the reading order. */
  href: z.string(),
  title: z.string(),
  /** Minutes in which the chapter can be read. */
  expectedMinutes: z.number().int(),
  plan: chapterPlan.optional(),
  /** The caller's own progress; absent for teachers. */
  own: chapterProgress.optional(),
  /** Number of members who have read it. */
  done: z.number().int(),
});

export type ClassChapter = z.output<typeof classChapter>;

/** A chapter that a class of the caller plans, with the caller's progress. */
export const plannedChapter = z.object({
  classId: entityId,
  className: z.string(),
  bookId: entityId,
  bookTitle: z.string(),
  href: z.string(),
  title: z.string(),
  plan: chapterPlan,
  isDone: z.boolean(),
});

export type PlannedChapter = z.output<typeof plannedChapter>;
