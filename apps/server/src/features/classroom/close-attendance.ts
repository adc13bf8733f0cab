/** Closes an attendance session: students without a record are absent. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import { requireAttendance, takesAttendance } from './attendance-access.ts';
import { addMissingRecords, lockAttendance, setAttendanceClosed } from './attendance-store.ts';
import { viewAttendance } from './attendance-view.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';

/** Throws `attendance.notFound`, `attendance.closed`. */
export const closeAttendance: UseCase<'closeAttendance', ClassroomDependencies> = async ({ db, clock, changes }, { reader }, { id }) => {
  const now = clock.now();
  const { access, ...session } = await db.transaction(async (tx) => {
    const found = await requireAttendance(tx, reader.userId, await lockAttendance(tx, id), takesAttendance);
    if (found.closedAt !== null) throw new CodedError('attendance.closed');
    const userIds = (await listClassStudents(tx, found.classId)).map(({ userId }) => userId);
    await setAttendanceClosed(tx, id, now);
    await addMissingRecords(tx, { attendanceId: id, userIds, state: 'absent', at: now });
    return { ...found, closedAt: now };
  });
  await changes.stateChanged(session.classId);
  return { payload: await viewAttendance(db.orm, reader.userId, access, session), say: '签到已结束' };
};
