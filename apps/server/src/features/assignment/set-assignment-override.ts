/** Sets what applies to one student instead of the policy. Throws `assignment.notFound`, `class.memberNotFound`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { lockTaughtAssignment } from './assignment-view.ts';
import { moveDeadlines } from './move-deadlines.ts';
import { putOverride } from './store.ts';

export const setAssignmentOverride: UseCase<'setAssignmentOverride', AssignmentDependencies> = async (
  { db, clock, notifyAttempts, scoresChanged },
  { reader },
  { assignmentId, userId, override, reason },
) => {
  const moved = await db.transaction(async (tx) => {
    const one = await lockTaughtAssignment(tx, reader.userId, assignmentId);
    const students = await listClassStudents(tx, one.classId);
    if (!students.some((student) => student.userId === userId)) throw new CodedError('class.memberNotFound');
    await putOverride(tx, assignmentId, userId, { override, reason, setAt: clock.now() });
    const ids = await moveDeadlines(tx, one, userId);
    await scoresChanged(tx, assignmentId, [userId]);
    return ids;
  });
  await notifyAttempts(moved);
  return { payload: {}, say: override === null ? '已恢复统一的时间和次数' : '已为这名学生另定' };
};
