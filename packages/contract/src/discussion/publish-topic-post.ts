import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { topicPostBody } from './topic.ts';

/**
 * Publishes a post in a topic, or with `parentId` a reply to a post. The client generates `id`, so that one that is sent again is stored
 * once. Throws `topic.notFound`, `topic.notOpen`, `topic.closed`, `topic.tooManyPosts`.
 */
export const publishTopicPost = operation({
  name: 'publishTopicPost',
  method: 'POST',
  path: '/api/topic/publish',
  summary: '在讨论里发言或回复',
  permission: 'ownAccount',
  input: z.object({
    id: entityId,
    topicId: entityId,
    parentId: entityId.optional(),
    body: topicPostBody,
    isAnonymous: z.boolean(),
  }),
  output: z.object({}),
  errors: ['topic.notFound', 'topic.notOpen', 'topic.closed', 'topic.tooManyPosts'],
});
