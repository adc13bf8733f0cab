/** Sets what a member of a class needs in every assignment. Throws `class.notFound`, `class.memberNotFound`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { lockClassFor } from '../teaching/class-access.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import { putAccommodation } from './accommodation-store.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { moveDeadlines } from './move-deadlines.ts';
import { listAssignmentsOfClass } from './store.ts';

export const setAccommodation: UseCase<'setAccommodation', AssignmentDependencies> = async (
  { db, clock, notifyAttempts, scoresChanged },
  { reader },
  { classId, userId, accommodation, note },
) => {
  const moved = await db.transaction(async (tx) => {
    await lockClassFor(tx, reader.userId, classId);
    if (!(await listClassStudents(tx, classId)).some((student) => student.userId === userId)) throw new CodedError('class.memberNotFound');
    await putAccommodation(tx, classId, userId, { accommodation, note, setAt: clock.now() });
    const users: string[] = [];
    for (const one of await listAssignmentsOfClass(tx, { userId: reader.userId, classId, withDrafts: false })) {
      if (one.status === 'published') users.push(...(await moveDeadlines(tx, one, userId)));
      await scoresChanged(tx, one.id, [userId]);
    }
    return users;
  });
  await notifyAttempts(moved);
  return { payload: {}, say: accommodation === null ? '已取消这名学生的便利措施' : '已保存，对这个班的全部作业和考试有效' };
};
