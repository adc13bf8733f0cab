/** Stores the teacher's reply to an appeal and notifies the student. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { notifyUser } from '../notification/notifications.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { replyToAppeal } from './store.ts';
import { lockGradebook } from './taught-gradebook.ts';

/** Throws `class.notFound`, `grade.appealNotFound`. */
export const replyToGradeAppeal: UseCase<'replyToGradeAppeal', GradebookDependencies> = async (
  { db, clock },
  { reader },
  { classId, appealId, reply },
) => {
  const at = clock.now();
  const payload = await db.transaction(async (tx) => {
    const { className } = await lockGradebook(tx, reader.userId, classId, { mayBeFinal: true });
    const appeal = await replyToAppeal(tx, { classId, appealId, reply, at });
    if (appeal === undefined) throw new CodedError('grade.appealNotFound');
    await notifyUser(tx, appeal.userId, { kind: 'gradeAppealReplied', subject: { id: classId, name: className } }, at);
    return appeal;
  });
  return { payload, say: '已答复' };
};
