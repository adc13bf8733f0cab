import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { chapterProgress } from './chapter-plan.ts';

/** Lists the members of a class with their progress by chapter, as each of them sees it, for the teachers of the class. */
export const listClassProgress = operation({
  name: 'listClassProgress',
  method: 'GET',
  path: '/api/class/progress',
  summary: '班级学习进度',
  permission: 'runClass',
  input: z.object({ classId: entityId, cursor: z.string().max(128).optional(), limit: pageLimit() }),
  output: z.object({
    items: z.array(
      z.object({
        userId: z.string(),
        name: z.string(),
        studentNo: z.string(),
        group: z.string().optional(),
        /** Number of required chapters, and of those that the member has read. */
        required: z.number().int(),
        requiredDone: z.number().int(),
        /** Reading time in the book; absent if the member has switched the recording off. */
        seconds: z.number().int().optional(),
        chapters: z.array(chapterProgress.extend({ href: z.string(), title: z.string() })),
      }),
    ),
    nextCursor: z.string().optional(),
  }),
  errors: ['class.notFound'],
});
