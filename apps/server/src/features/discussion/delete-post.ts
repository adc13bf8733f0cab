/** Deletes the caller's own thread with its replies, or the caller's own reply. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { DiscussionDependencies } from './discussion-dependencies.ts';
import { deleteReplyById, deleteThreadById, lockThread } from './store.ts';
import { requireReply, requireThread } from './thread-view.ts';

/** Throws `thread.notFound` also for posts of others. */
export const deletePost: UseCase<'deletePost', DiscussionDependencies> = async ({ db }, { reader }, { threadId, replyId }) => {
  await db.transaction(async (tx) => {
    const { thread, viewer } = await requireThread(tx, reader.userId, await lockThread(tx, threadId));
    const post = replyId === undefined ? thread : await requireReply(tx, viewer, threadId, replyId);
    if (post.userId !== reader.userId) throw new CodedError('thread.notFound');
    if (replyId === undefined) await deleteThreadById(tx, threadId);
    else await deleteReplyById(tx, replyId);
  });
  return { payload: {}, say: '已删除' };
};
