/** Returns an attendance session with the record of every student, former members with a record included. */
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass } from '../teaching/class-access.ts';
import { listClassStudents } from '../teaching/class-students.ts';
import { requireAttendance, seesAttendance } from './attendance-access.ts';
import { findAttendance, listRecordsOf } from './attendance-store.ts';
import { viewAttendance } from './attendance-view.ts';
import type { ClassroomDependencies } from './classroom-dependencies.ts';

/** Throws `attendance.notFound`. */
export const getAttendance: UseCase<'getAttendance', ClassroomDependencies> = async ({ db }, { reader }, { id }) => {
  const { access, ...session } = await requireAttendance(db.orm, reader.userId, await findAttendance(db.orm, id), seesAttendance);
  const [group, students, records, view] = await Promise.all([
    requireClass(db.orm, reader.userId, session.classId),
    listClassStudents(db.orm, session.classId),
    listRecordsOf(db.orm, [id]),
    viewAttendance(db.orm, reader.userId, access, session),
  ]);
  const devices = records.flatMap(({ deviceId }) => deviceId ?? []);
  return {
    session: view,
    className: group.name,
    records: students.map(({ userId, name, studentNo }) => {
      const record = records.find((each) => each.userId === userId);
      const { deviceId } = record ?? {};
      return {
        userId,
        name,
        studentNo,
        ...(record === undefined ? {} : { state: record.state, at: record.at }),
        isByCode: record?.isByCode ?? false,
        note: record?.note ?? '',
        sharesDevice: typeof deviceId === 'string' && devices.filter((each) => each === deviceId).length > 1,
      };
    }),
  };
};
