/** The only SQL on attendance. */
import type { AttendanceSession, AttendanceState } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';

export interface StoredAttendance {
  readonly id: string;
  readonly classId: string;
  readonly title: string;
  readonly method: AttendanceSession['method'];
  readonly lateAfterMinutes: number | null;
  readonly openedAt: number;
  readonly closedAt: number | null;
}

const select = async (db: Queryable, rest: SQL): Promise<StoredAttendance[]> => {
  const { rows } = await db.execute<Row<StoredAttendance>>(sql`
    select id, class_id as "classId", title, method, late_after_minutes as "lateAfterMinutes", opened_at as "openedAt",
      closed_at as "closedAt"
    from class_attendance ${rest}`);
  return rows;
};

/** Returns the sessions of a class, the newest first. */
export const listAttendancesOf = (db: Queryable, classId: string): Promise<StoredAttendance[]> =>
  select(db, sql`where class_id = ${classId} order by opened_at desc, id desc`);

export const findAttendance = async (db: Queryable, id: string): Promise<StoredAttendance | undefined> =>
  (await select(db, sql`where id = ${id}`))[0];

/** Locks a session until the transaction ends. */
export const lockAttendance = async (tx: Transaction, id: string): Promise<StoredAttendance | undefined> =>
  (await select(tx, sql`where id = ${id} for update`))[0];

export const countAttendances = async (db: Queryable, classId: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from class_attendance where class_id = ${classId}`);
  return rows[0]?.n ?? 0;
};

export const insertAttendance = async (tx: Transaction, one: StoredAttendance): Promise<void> => {
  await tx.execute(sql`
    insert into class_attendance (id, class_id, title, method, late_after_minutes, opened_at, closed_at)
    values (${one.id}, ${one.classId}, ${one.title}, ${one.method}, ${one.lateAfterMinutes}, ${one.openedAt}, ${one.closedAt})`);
};

export const setAttendanceClosed = async (tx: Transaction, id: string, closedAt: number): Promise<void> => {
  await tx.execute(sql`update class_attendance set closed_at = ${closedAt} where id = ${id}`);
};

export interface StoredAttendanceRecord {
  readonly attendanceId: string;
  readonly userId: string;
  readonly state: AttendanceState;
  readonly isByCode: boolean;
  readonly deviceId: string | null;
  readonly note: string;
  readonly at: number;
}

const selectRecords = async (db: Queryable, rest: SQL): Promise<StoredAttendanceRecord[]> => {
  const { rows } = await db.execute<Row<StoredAttendanceRecord>>(sql`
    select attendance_id as "attendanceId", user_id as "userId", state, is_by_code as "isByCode", device_id as "deviceId", note,
      recorded_at as at
    from class_attendance_record ${rest}`);
  return rows;
};

/** Returns the records of these sessions. */
export const listRecordsOf = (db: Queryable, attendanceIds: readonly string[]): Promise<StoredAttendanceRecord[]> =>
  selectRecords(db, sql`where attendance_id = any(${sql.param([...attendanceIds])}::text[])`);

/** Returns the user's records in these sessions. */
export const listOwnRecords = (db: Queryable, userId: string, attendanceIds: readonly string[]): Promise<StoredAttendanceRecord[]> =>
  selectRecords(db, sql`where user_id = ${userId} and attendance_id = any(${sql.param([...attendanceIds])}::text[])`);

/**
 * Records a student who entered the code, unless the session was closed in the meantime or the student is recorded already. Returns the state
 * that is stored; undefined if the session is closed.
 */
export const recordByCode = async (
  db: Queryable,
  { attendanceId, userId, state, deviceId, at }: Pick<StoredAttendanceRecord, 'attendanceId' | 'userId' | 'state' | 'deviceId' | 'at'>,
): Promise<AttendanceState | undefined> => {
  await db.execute(sql`
    insert into class_attendance_record (attendance_id, user_id, state, is_by_code, device_id, recorded_at)
    select id, ${userId}, ${state}, true, ${deviceId}, ${at} from class_attendance
    where id = ${attendanceId} and closed_at is null for share
    on conflict do nothing`);
  return (await selectRecords(db, sql`where attendance_id = ${attendanceId} and user_id = ${userId}`))[0]?.state;
};

/** Sets the state of students by hand. */
export const putRecords = async (
  tx: Transaction,
  {
    attendanceId,
    userIds,
    state,
    note,
    at,
  }: { attendanceId: string; userIds: readonly string[]; state: AttendanceState; note: string; at: number },
): Promise<void> => {
  await tx.execute(sql`
    insert into class_attendance_record (attendance_id, user_id, state, is_by_code, note, recorded_at)
    select ${attendanceId}, user_id, ${state}, false, ${note}, ${at} from unnest(${sql.param([...userIds])}::text[]) as student (user_id)
    on conflict (attendance_id, user_id) do update set state = excluded.state, is_by_code = false, device_id = null, note = excluded.note,
      recorded_at = excluded.recorded_at`);
};

/** Records students who have no record. */
export const addMissingRecords = async (
  tx: Transaction,
  { attendanceId, userIds, state, at }: { attendanceId: string; userIds: readonly string[]; state: AttendanceState; at: number },
): Promise<void> => {
  await tx.execute(sql`
    insert into class_attendance_record (attendance_id, user_id, state, is_by_code, recorded_at)
    select ${attendanceId}, user_id, ${state}, false, ${at} from unnest(${sql.param([...userIds])}::text[]) as student (user_id)
    on conflict do nothing`);
};

/** Returns the user's attendance, for the data export. */
export const readAttendanceOf = async (db: Queryable, userId: string): Promise<unknown[]> => {
  const { rows } = await db.execute(sql`
    select a.title, a.opened_at as "openedAt", r.state, r.is_by_code as "isByCode", r.device_id as "deviceId", r.note, r.recorded_at as at
    from class_attendance_record r join class_attendance a on a.id = r.attendance_id where r.user_id = ${userId}
    order by r.recorded_at, a.id`);
  return rows;
};

export const deleteAttendanceOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from class_attendance_record where user_id = ${userId}`);
};
