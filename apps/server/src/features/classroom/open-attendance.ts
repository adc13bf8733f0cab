/** Opens the attendance of a lesson. */
import { CodedError, LIMITS, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { lockClassFor, mayEdit } from '../teaching/class-access.ts';
import { takesAttendance } from './attendance-access.ts';
import { countAttendances, insertAttendance } from './attendance-store.ts';
import { viewAttendance } from './attendance-view.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';

/** Throws `class.notFound`, `attendance.classEnded`, `attendance.tooMany`. */
export const openAttendance: UseCase<'openAttendance', ClassroomDependencies> = async (
  { db, clock, changes, raiseLimitsOf },
  { reader, address },
  { classId, title, method, lateAfterMinutes },
) => {
  const now = clock.now();
  const { session, access } = await db.transaction(async (tx) => {
    const group = await lockClassFor(tx, reader.userId, classId, takesAttendance);
    if (group.status !== 'active') throw new CodedError('attendance.classEnded');
    if ((await countAttendances(tx, classId)) >= LIMITS.attendancesPerClassMax)
      throw new CodedError('attendance.tooMany', { max: LIMITS.attendancesPerClassMax });
    const opened = {
      id: newId(now),
      classId,
      title,
      method,
      lateAfterMinutes: method === 'code' ? (lateAfterMinutes ?? null) : null,
      openedAt: now,
      closedAt: null,
    };
    await insertAttendance(tx, opened);
    return { session: opened, access: group.access };
  });
  if (method === 'code' && mayEdit(access)) await raiseLimitsOf(address);
  await changes.stateChanged(classId);
  return { payload: await viewAttendance(db.orm, reader.userId, access, session), say: '签到已开始' };
};
