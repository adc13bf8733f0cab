/** Hides a thread or a reply from the class, or shows it again. */
import type { UseCase } from '../../platform/http/register.ts';
import { notifyUser } from '../notification/notifications.ts';
import { mayEdit, requireClass } from '../teaching/class-access.ts';
import type { DiscussionDependencies } from './discussion-dependencies.ts';
import { lockThread, setReplyHidden, setThreadHidden } from './store.ts';
import { requireReply, requireThread, viewThread } from './thread-view.ts';

/** Throws `thread.notFound`. */
export const hidePost: UseCase<'hidePost', DiscussionDependencies> = async (
  { db, clock },
  { reader },
  { threadId, replyId, reason = null },
) => {
  const { viewer, thread } = await db.transaction(async (tx) => {
    const found = await requireThread(tx, reader.userId, await lockThread(tx, threadId), mayEdit);
    const post = replyId === undefined ? found.thread : await requireReply(tx, found.viewer, threadId, replyId);
    if (replyId === undefined) await setThreadHidden(tx, threadId, reason);
    else await setReplyHidden(tx, replyId, reason);
    if (reason !== null && post.userId !== reader.userId) {
      const { id, name } = await requireClass(tx, reader.userId, found.thread.classId);
      await notifyUser(tx, post.userId, { kind: 'classPostHidden', subject: { id, name } }, clock.now());
    }
    return replyId === undefined ? { ...found, thread: { ...found.thread, hiddenReason: reason } } : found;
  });
  return { payload: await viewThread(db.orm, viewer, thread), say: reason === null ? '已恢复显示' : '已隐藏' };
};
