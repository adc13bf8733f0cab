import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { postBody, thread } from './thread.ts';

/** Replies to a question or a shared passage. The client generates `id`. */
export const replyToThread = operation({
  name: 'replyToThread',
  method: 'POST',
  path: '/api/thread/reply',
  summary: '回复班级提问',
  permission: 'ownAccount',
  input: z.object({ id: entityId, threadId: entityId, body: postBody.min(1, '请填写回复'), isAnonymous: z.boolean() }),
  output: thread,
  errors: ['thread.notFound', 'thread.classEnded', 'thread.tooManyReplies'],
});
