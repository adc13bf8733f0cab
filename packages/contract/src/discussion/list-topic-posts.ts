import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { topic, topicPost } from './topic.ts';

/** Lists the posts of a topic with their replies, the oldest first, for the class. Throws `topic.notFound`. */
export const listTopicPosts = operation({
  name: 'listTopicPosts',
  method: 'GET',
  path: '/api/topic/posts',
  summary: '讨论里的发言',
  permission: 'ownAccount',
  input: z.object({ topicId: entityId }),
  output: z.object({ topic, items: z.array(topicPost) }),
  errors: ['topic.notFound'],
});
