import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { thread, threadClass } from './thread.ts';

/** Lists the threads of the caller's classes for a book, in the order of the book; with `classId` those of this class, also after its end. */
export const listThreads = operation({
  name: 'listThreads',
  method: 'GET',
  path: '/api/thread/list',
  summary: '班级提问与分享',
  permission: 'ownAccount',
  input: z.object({ bookId: entityId.optional(), classId: entityId.optional() }),
  output: z.object({ classes: z.array(threadClass), items: z.array(thread) }),
  errors: ['class.notFound'],
});
