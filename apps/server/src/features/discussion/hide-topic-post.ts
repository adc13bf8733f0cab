/** Hides a post or a reply of a topic from the class, or shows it again. Throws `topic.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { notifyUser } from '../notification/notifications.ts';
import { mayEdit, requireClass } from '../teaching/class-access.ts';
import type { DiscussionDependencies } from './discussion-dependencies.ts';
import { lockTopicOfPost } from './topic-access.ts';
import { setTopicPostHidden } from './topic-store.ts';

export const hideTopicPost: UseCase<'hideTopicPost', DiscussionDependencies> = async (
  { db, clock, topicChanged },
  { reader: { userId } },
  { postId, reason = null },
) => {
  await db.transaction(async (tx) => {
    const { topic, post } = await lockTopicOfPost(tx, userId, postId, mayEdit);
    await setTopicPostHidden(tx, postId, reason);
    if (reason !== null && post.userId !== userId) {
      const { id, name } = await requireClass(tx, userId, topic.classId);
      await notifyUser(tx, post.userId, { kind: 'classPostHidden', subject: { id, name } }, clock.now());
    }
    await topicChanged(tx, topic.id, [post.userId]);
  });
  return { payload: {}, say: reason === null ? '已恢复显示' : '已隐藏' };
};
