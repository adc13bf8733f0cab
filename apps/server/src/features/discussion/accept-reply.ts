/** Accepts a reply as the answer to a question, or none. */
import type { UseCase } from '../../platform/http/register.ts';
import { mayEdit } from '../teaching/class-access.ts';
import type { DiscussionDependencies } from './discussion-dependencies.ts';
import { lockThread, setAcceptedReply } from './store.ts';
import { requireReply, requireThread, viewThread } from './thread-view.ts';

/** Throws `thread.notFound` also to those who neither asked nor may edit. */
export const acceptReply: UseCase<'acceptReply', DiscussionDependencies> = async ({ db }, { reader }, { threadId, replyId }) => {
  const { viewer, thread } = await db.transaction(async (tx) => {
    const found = await requireThread(
      tx,
      reader.userId,
      await lockThread(tx, threadId),
      (access, { kind, userId }) => kind === 'question' && (userId === reader.userId || mayEdit(access)),
    );
    if (replyId !== undefined) await requireReply(tx, found.viewer, threadId, replyId);
    await setAcceptedReply(tx, threadId, replyId ?? null);
    return { ...found, thread: { ...found.thread, acceptedReplyId: replyId ?? null } };
  });
  return { payload: await viewThread(db.orm, viewer, thread), say: replyId === undefined ? '已取消采纳' : '已采纳' };
};
