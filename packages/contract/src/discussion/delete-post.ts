import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Deletes the caller's own thread with its replies, or with `replyId` the caller's own reply. */
export const deletePost = operation({
  name: 'deletePost',
  method: 'POST',
  path: '/api/thread/delete',
  summary: '删除自己的提问或回复',
  permission: 'ownAccount',
  input: z.object({ threadId: entityId, replyId: entityId.optional() }),
  output: z.object({}),
  errors: ['thread.notFound'],
});
