/** Replies to a question or a shared passage. */
import { CodedError, LIMITS } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { notifyUser } from '../notification/notifications.ts';
import { requireClass } from '../teaching/class-access.ts';
import type { DiscussionDependencies } from './discussion-dependencies.ts';
import { insertReply, listRepliesOf, lockThread } from './store.ts';
import { authorOf } from './thread-author.ts';
import { requireThread, viewThread } from './thread-view.ts';

/** Throws `thread.notFound`, `thread.classEnded`, `thread.tooManyReplies`. */
export const replyToThread: UseCase<'replyToThread', DiscussionDependencies> = async (
  { db, clock },
  { reader },
  { id, threadId, body, isAnonymous },
) => {
  const { userId } = reader;
  const now = clock.now();
  const { viewer, thread } = await db.transaction(async (tx) => {
    const found = await requireThread(tx, userId, await lockThread(tx, threadId));
    const group = await requireClass(tx, userId, found.thread.classId);
    if (group.status !== 'active') throw new CodedError('thread.classEnded');
    const replies = await listRepliesOf(tx, [threadId]);
    if (replies.length >= LIMITS.repliesPerThreadMax) throw new CodedError('thread.tooManyReplies', { max: LIMITS.repliesPerThreadMax });
    const author = await authorOf(tx, group, found.viewer, isAnonymous);
    await insertReply(tx, { id, threadId, userId, ...author, body, hiddenReason: null, at: now });
    if (found.thread.userId !== userId && found.thread.kind === 'question')
      await notifyUser(tx, found.thread.userId, { kind: 'classReplied', subject: { id: group.id, name: group.name } }, now);
    return found;
  });
  return { payload: await viewThread(db.orm, viewer, thread), say: '已回复' };
};
