/** Returns the code for the projector that is valid now. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass } from '../teaching/class-access.ts';
import { requireAttendance, takesAttendance } from './attendance-access.ts';
import { currentCode } from './attendance-code.ts';
import { findAttendance, listRecordsOf } from './attendance-store.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';

/** Throws `attendance.notFound`, `attendance.closed` also for a session without codes. */
export const getAttendanceCode: UseCase<'getAttendanceCode', ClassroomDependencies> = async (
  { db, clock, codeKey },
  { reader },
  { id },
) => {
  const session = await requireAttendance(db.orm, reader.userId, await findAttendance(db.orm, id), takesAttendance);
  if (session.closedAt !== null || session.method !== 'code') throw new CodedError('attendance.closed');
  const [{ name, members }, records] = await Promise.all([
    requireClass(db.orm, reader.userId, session.classId),
    listRecordsOf(db.orm, [id]),
  ]);
  return {
    ...currentCode(codeKey, id, clock.now()),
    title: session.title,
    className: name,
    classId: session.classId,
    present: records.filter(({ state }) => state === 'present' || state === 'late').length,
    members,
  };
};
