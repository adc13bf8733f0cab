/** Topics: what a class discusses for an assignment. Students publish posts and reply to those of others. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { post } from './thread.ts';

/** A post, or a reply to one. */
const topicReply = z.object(post);

export type TopicReply = z.output<typeof topicReply>;

export const topicPost = z.object({ ...post, replies: z.array(topicReply) });

export type TopicPost = z.output<typeof topicPost>;

/** A topic has the id of its assignment. */
export const topic = z.object({
  id: entityId,
  classId: entityId,
  title: z.string(),
  /** Why the caller cannot write now; absent if the caller can. Teachers always can while the class is active. */
  refusal: z.enum(['notOpen', 'closed']).optional(),
  isTeacher: z.boolean(),
  mayModerate: z.boolean(),
});

export type Topic = z.output<typeof topic>;

/** The text of a post or a reply. */
export const topicPostBody = z.string().trim().min(1, '请填写内容').max(LIMITS.topicPostChars, `最多 ${LIMITS.topicPostChars} 个字`);
