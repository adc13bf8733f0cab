import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { annotationTarget } from '../publication/selectors.ts';
import { operation } from '../wire/operation.ts';
import { postBody, thread, threadKind } from './thread.ts';

/**
 * Shares a passage with a class, for the teachers who may edit, or asks the class a question at a passage. The client generates `id`, so that
 * a thread that was written without a network is stored once.
 */
export const publishThread = operation({
  name: 'publishThread',
  method: 'POST',
  path: '/api/thread/publish',
  summary: '向班级提问或分享划线',
  permission: 'ownAccount',
  input: z
    .object({
      id: entityId,
      classId: entityId,
      kind: threadKind,
      versionId: entityId,
      target: annotationTarget,
      chapterTitle: z.string().max(300),
      totalProgression: z.number().min(0).max(1),
      body: postBody,
      isAnonymous: z.boolean(),
    })
    .refine(({ kind, body }) => kind === 'highlight' || body !== '', { message: '请填写问题', path: ['body'] }),
  output: thread,
  errors: ['class.notFound', 'thread.classEnded', 'thread.tooMany', 'thread.notFound'],
});
