import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { thread } from './thread.ts';

/** Accepts a reply as the answer to a question, or without `replyId` none. For the one who asked and the teachers who may edit. */
export const acceptReply = operation({
  name: 'acceptReply',
  method: 'POST',
  path: '/api/thread/accept',
  summary: '采纳回复',
  permission: 'ownAccount',
  input: z.object({ threadId: entityId, replyId: entityId.optional() }),
  output: thread,
  errors: ['thread.notFound'],
});
