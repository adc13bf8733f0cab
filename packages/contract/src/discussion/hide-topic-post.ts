import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { hidePost } from './hide-post.ts';

/**
 * Hides a post or a reply of a topic from the class, with a reason that its author reads; without a reason shows it again. What is hidden
 * does not count for the assignment. Throws `topic.notFound`.
 */
export const hideTopicPost = operation({
  name: 'hideTopicPost',
  method: 'POST',
  path: '/api/topic/hide',
  summary: '隐藏讨论里的发言',
  permission: 'runClass',
  input: z.object({ postId: entityId, reason: hidePost.input.shape.reason }),
  output: z.object({}),
  errors: ['topic.notFound'],
});
