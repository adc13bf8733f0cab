/** Deletes an own post or reply of a topic. Throws `topic.notFound`, `topic.hasReplies`, `topic.notOpen`, `topic.closed`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { DiscussionDependencies } from './discussion-dependencies.ts';
import { lockTopicOfPost, requireWritable } from './topic-access.ts';
import { deleteTopicPostById, hasRepliesOfOthers } from './topic-store.ts';

export const deleteTopicPost: UseCase<'deleteTopicPost', DiscussionDependencies> = async (deps, { reader: { userId } }, { postId }) => {
  await deps.db.transaction(async (tx) => {
    const { topic, post, viewer } = await lockTopicOfPost(tx, userId, postId, (_access, found) => found.userId === userId);
    await requireWritable(deps, tx, topic, viewer);
    // The replies are the work of others, and would be deleted with the post.
    if (await hasRepliesOfOthers(tx, post)) throw new CodedError('topic.hasReplies');
    await deleteTopicPostById(tx, postId);
    await deps.topicChanged(tx, topic.id, [userId]);
  });
  return { payload: {}, say: '已删除' };
};
