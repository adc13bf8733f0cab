/** The only SQL on the rosters of classes. */
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface RosterEntry {
  readonly studentNo: string;
  readonly name: string;
}

/** Returns the roster by student number; `hasJoined`: whether an active member has the number. */
export const listRoster = async (db: Queryable, classId: string): Promise<(RosterEntry & { hasJoined: boolean })[]> => {
  const { rows } = await db.execute<{ studentNo: string; name: string; hasJoined: boolean }>(sql`
    select r.student_no as "studentNo", r.name, exists (
      select 1 from class_member m where m.class_id = r.class_id and m.student_no = r.student_no and m.status = 'active') as "hasJoined"
    from class_roster_entry r where r.class_id = ${classId} order by r.student_no`);
  return rows;
};

/** Inserts the entries, or replaces the names of existing ones. */
export const putRoster = async (tx: Transaction, classId: string, entries: readonly RosterEntry[]): Promise<void> => {
  await tx.execute(sql`
    insert into class_roster_entry (class_id, student_no, name)
    select ${classId}, student_no, name from unnest(${sql.param(entries.map(({ studentNo }) => studentNo))}::text[],
      ${sql.param(entries.map(({ name }) => name))}::text[]) as entry (student_no, name)
    on conflict (class_id, student_no) do update set name = excluded.name`);
};

/** Returns the name that the roster has for a student number; undefined if it does not contain the number. */
export const findRosterName = async (db: Queryable, classId: string, studentNo: string): Promise<string | undefined> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from class_roster_entry where class_id = ${classId} and student_no = ${studentNo}`,
  );
  return rows[0]?.name;
};
