import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { readingProgress } from './task.ts';

/** What a student is to read in a book for one assignment, with the progress. */
export const readingAssignment = z.object({
  id: entityId,
  title: z.string(),
  /** The due time of the student; null without one. */
  dueAt: z.number().int().nullable(),
  chapters: z.array(readingProgress),
});

export type ReadingAssignment = z.output<typeof readingAssignment>;

/** Lists the open reading assignments of the caller in a book, with the progress of each chapter. */
export const listReadingTasks = operation({
  name: 'listReadingTasks',
  method: 'GET',
  path: '/api/assignment/reading',
  summary: '这本书的阅读作业',
  permission: 'ownAccount',
  input: z.object({ bookId: entityId }),
  output: z.object({ items: z.array(readingAssignment) }),
});
