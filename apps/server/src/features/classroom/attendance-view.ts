/** Converts attendance sessions for the caller: with counts for those who see all records, otherwise with the own state. */
import type { AttendanceSession, AttendanceState } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { ClassAccess } from '../teaching/class-access.ts';
import { seesAttendance } from './attendance-access.ts';
import { listOwnRecords, listRecordsOf, type StoredAttendance } from './attendance-store.ts';

export const viewAttendances = async (
  db: Queryable,
  userId: string,
  access: ClassAccess,
  sessions: readonly StoredAttendance[],
): Promise<AttendanceSession[]> => {
  const ids = sessions.map(({ id }) => id);
  const records = seesAttendance(access) ? await listRecordsOf(db, ids) : await listOwnRecords(db, userId, ids);
  return sessions.map(({ lateAfterMinutes, closedAt, ...one }) => {
    const inThis = records.filter(({ attendanceId }) => attendanceId === one.id);
    const own = inThis.find((record) => record.userId === userId)?.state;
    const counts: Partial<Record<AttendanceState, number>> = {};
    for (const { state } of inThis) counts[state] = (counts[state] ?? 0) + 1;
    return {
      ...one,
      ...(lateAfterMinutes === null ? {} : { lateAfterMinutes }),
      ...(closedAt === null ? {} : { closedAt }),
      ...(seesAttendance(access) ? { counts } : {}),
      ...(own === undefined ? {} : { own }),
    };
  });
};

/** Returns the view of one session. */
export const viewAttendance = async (
  db: Queryable,
  userId: string,
  access: ClassAccess,
  session: StoredAttendance,
): Promise<AttendanceSession> => {
  const [view] = await viewAttendances(db, userId, access, [session]);
  if (view === undefined) throw new Error(`no view of attendance ${session.id}`);
  return view;
};
