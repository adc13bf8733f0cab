/** Shares a passage with a class, or asks the class a question at a passage. */
import { CodedError, LIMITS } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { notifyUsers } from '../notification/notifications.ts';
import { lockClassFor, mayEdit } from '../teaching/class-access.ts';
import { listClassTeacherIds } from '../teaching/class-students.ts';
import type { DiscussionDependencies } from './discussion-dependencies.ts';
import { countThreads, findThread, insertThread } from './store.ts';
import { authorOf } from './thread-author.ts';
import { viewThread } from './thread-view.ts';

/** Throws `class.notFound` also to students who share, `thread.classEnded`, `thread.tooMany`, `thread.notFound` for an id of someone else. */
export const publishThread: UseCase<'publishThread', DiscussionDependencies> = async ({ db, clock }, { reader }, input) => {
  const { id, classId, kind } = input;
  const { userId } = reader;
  const now = clock.now();
  const { viewer, thread } = await db.transaction(async (tx) => {
    const group = await lockClassFor(tx, userId, classId, (access) => kind === 'question' || mayEdit(access));
    const asking = { userId, access: group.access };
    const before = await findThread(tx, id);
    if (before !== undefined) {
      if (before.userId !== userId || before.classId !== classId) throw new CodedError('thread.notFound');
      return { viewer: asking, thread: before };
    }
    if (group.status !== 'active') throw new CodedError('thread.classEnded');
    if ((await countThreads(tx, classId)) >= LIMITS.threadsPerClassMax)
      throw new CodedError('thread.tooMany', { max: LIMITS.threadsPerClassMax });
    const made = {
      ...input,
      ...(await authorOf(tx, group, asking, input.isAnonymous)),
      userId,
      bookId: group.bookId,
      acceptedReplyId: null,
      hiddenReason: null,
      at: now,
    };
    await insertThread(tx, made);
    if (kind === 'question') {
      const teachers = (await listClassTeacherIds(tx, classId)).filter((teacherId) => teacherId !== userId);
      await notifyUsers(tx, teachers, { kind: 'classAsked', subject: { id: classId, name: group.name } }, now);
    }
    return { viewer: asking, thread: made };
  });
  return { payload: await viewThread(db.orm, viewer, thread), say: kind === 'question' ? '已向班级提问' : '已分享给班级' };
};
