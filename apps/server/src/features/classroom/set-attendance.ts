/** Sets the state of students by hand, also after the session was closed. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import { requireAttendance, takesAttendance } from './attendance-access.ts';
import { lockAttendance, putRecords } from './attendance-store.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';

/** Throws `attendance.notFound`, and `class.memberNotFound` also to a class representative who names themselves. */
export const setAttendance: UseCase<'setAttendance', ClassroomDependencies> = async (
  { db, clock, changes },
  { reader },
  { id, userIds, state, note },
) => {
  const classId = await db.transaction(async (tx) => {
    const session = await requireAttendance(tx, reader.userId, await lockAttendance(tx, id), takesAttendance);
    const students = new Set((await listClassStudents(tx, session.classId)).map(({ userId }) => userId));
    if (userIds.some((userId) => !students.has(userId) || userId === reader.userId)) throw new CodedError('class.memberNotFound');
    await putRecords(tx, { attendanceId: id, userIds: [...new Set(userIds)], state, note, at: clock.now() });
    return session.classId;
  });
  await changes.stateChanged(classId);
  return { payload: {}, say: '已登记' };
};
