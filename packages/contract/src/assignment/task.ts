/** Tasks: what students do in an assignment that has no paper. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { handedFileKind } from '../question/question-model.ts';

/** Students hand in files in an order that they choose. */
const uploadTask = z.object({
  kind: z.literal('upload'),
  accepts: z.array(handedFileKind).min(1, '请至少选一种文件').max(handedFileKind.options.length),
  filesMax: z.number().int().min(1).max(LIMITS.handedFilesMax, `最多 ${LIMITS.handedFilesMax} 个文件`),
});

/** A chapter of the book of the class. `href`: its document; `title`: as in the table of contents. */
const taskChapter = z.object({ href: z.string().min(1).max(1024), title: z.string().max(500) });

/** Chapters in the order of the book, each once. */
const chaptersOf = <Chapter extends typeof taskChapter>(chapter: Chapter) =>
  z
    .array(chapter)
    .min(1, '请至少选一章')
    .max(LIMITS.readingTaskChaptersMax, `最多 ${LIMITS.readingTaskChaptersMax} 章`)
    .refine((chapters) => new Set(chapters.map(({ href }) => href)).size === chapters.length, '同一章不能选两次');

/** A chapter to read, and for how long. */
const chapterToRead = taskChapter.extend({
  seconds: z
    .number()
    .int()
    .min(60, '至少 1 分钟')
    .max(LIMITS.readingTaskMinutesMax * 60, `一章最多 ${LIMITS.readingTaskMinutesMax} 分钟`),
});

/** Students read chapters of the book of the class. A chapter is done when it was read for its time; each done one earns the same points. */
const readingTask = z.object({
  kind: z.literal('reading'),
  chapters: chaptersOf(chapterToRead),
});

/**
 * Students annotate chapters of the book of the class. An own highlight or note in these chapters counts if its note has `noteCharsMin`
 * characters; with 0 a highlight without a note counts too. Students hand in a copy of those that count.
 */
export const annotationTask = z.object({
  kind: z.literal('annotation'),
  chapters: chaptersOf(taskChapter),
  annotationsMin: z.number().int().min(1, '至少 1 条').max(LIMITS.annotationTaskMax, `最多要求 ${LIMITS.annotationTaskMax} 条`),
  noteCharsMin: z.number().int().min(0).max(LIMITS.annotationTaskCharsMax, `一条最多要求 ${LIMITS.annotationTaskCharsMax} 字`),
});

export type AnnotationTask = z.output<typeof annotationTask>;

/** Students discuss the title and the instructions in a topic of the class: own posts, and replies to those of others. */
const discussionTask = z.object({
  kind: z.literal('discussion'),
  postsMin: z.number().int().min(1, '至少 1 条发言').max(LIMITS.discussionPostsMax, `最多要求 ${LIMITS.discussionPostsMax} 条发言`),
  repliesMin: z.number().int().min(0).max(LIMITS.discussionRepliesMax, `最多要求 ${LIMITS.discussionRepliesMax} 条回复`),
});

export type DiscussionTask = z.output<typeof discussionTask>;

/** How far a student has read a chapter of a task. */
export const readingProgress = chapterToRead.extend({ readSeconds: z.number().int(), isDone: z.boolean() });

export type ReadingProgress = z.output<typeof readingProgress>;

export const assignmentTask = z.discriminatedUnion('kind', [uploadTask, readingTask, annotationTask, discussionTask]);

export type AssignmentTask = z.output<typeof assignmentTask>;
