/** Publishes a post in a topic, or a reply to a post. Throws `topic.notFound`, `topic.notOpen`, `topic.closed`, `topic.tooManyPosts`. */
import { CodedError, LIMITS } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { notifyUser } from '../notification/notifications.ts';
import { requireClass } from '../teaching/class-access.ts';
import type { DiscussionDependencies } from './discussion-dependencies.ts';
import { authorOf } from './thread-author.ts';
import { isVisible } from './thread-view.ts';
import { requireTopic, requireWritable } from './topic-access.ts';
import { countTopicPosts, findTopicPost, insertTopicPost, lockTopic } from './topic-store.ts';

export const publishTopicPost: UseCase<'publishTopicPost', DiscussionDependencies> = async (
  deps,
  { reader: { userId } },
  { id, topicId, parentId, body, isAnonymous },
) => {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const { topic, viewer } = await requireTopic(tx, userId, await lockTopic(tx, topicId));
    const before = await findTopicPost(tx, id);
    if (before !== undefined) {
      if (before.userId !== userId || before.topicId !== topicId) throw new CodedError('topic.notFound');
      return;
    }
    await requireWritable(deps, tx, topic, viewer);
    const parent = parentId === undefined ? undefined : await findTopicPost(tx, parentId);
    // Replies are to posts, so that a topic has two levels.
    if (parentId !== undefined && (parent?.topicId !== topicId || parent.parentId !== null || !isVisible(viewer, parent)))
      throw new CodedError('topic.notFound');
    if ((await countTopicPosts(tx, topicId)) >= LIMITS.postsPerTopicMax)
      throw new CodedError('topic.tooManyPosts', { max: LIMITS.postsPerTopicMax });
    const group = await requireClass(tx, userId, topic.classId);
    const author = await authorOf(tx, group, viewer, isAnonymous);
    await insertTopicPost(tx, { id, topicId, parentId: parentId ?? null, userId, ...author, body, hiddenReason: null, at: now });
    if (parent !== undefined && parent.userId !== userId)
      await notifyUser(tx, parent.userId, { kind: 'classReplied', subject: { id: group.id, name: group.name } }, now);
    await deps.topicChanged(tx, topicId, [userId]);
  });
  return { payload: {}, say: parentId === undefined ? '已发言' : '已回复' };
};
