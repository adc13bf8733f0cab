import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Deletes the caller's own post or reply of a topic, which then no longer counts for the assignment. Throws `topic.notFound`,
 * `topic.hasReplies` for a post with replies of others, `topic.notOpen`, `topic.closed`.
 */
export const deleteTopicPost = operation({
  name: 'deleteTopicPost',
  method: 'POST',
  path: '/api/topic/delete',
  summary: '删除自己在讨论里的发言',
  permission: 'ownAccount',
  input: z.object({ postId: entityId }),
  output: z.object({}),
  errors: ['topic.notFound', 'topic.hasReplies', 'topic.notOpen', 'topic.closed'],
});
