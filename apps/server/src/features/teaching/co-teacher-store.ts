/** The only SQL on the co-teachers of classes. */
import type { CoTeacher, CoTeacherRight } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** Returns the co-teachers of a class in the order in which they were added. */
export const listCoTeachersOf = async (db: Queryable, classId: string): Promise<CoTeacher[]> => {
  const { rows } = await db.execute<Row<CoTeacher>>(sql`
    select user_id as "userId", name, access as "right" from class_co_teacher where class_id = ${classId} order by added_at, user_id`);
  return rows;
};

/** Inserts a co-teacher, or changes the right of one. */
export const putCoTeacher = async (
  tx: Transaction,
  { classId, userId, name, right, addedAt }: { classId: string; userId: string; name: string; right: CoTeacherRight; addedAt: number },
): Promise<void> => {
  await tx.execute(sql`
    insert into class_co_teacher (class_id, user_id, name, access, added_at) values (${classId}, ${userId}, ${name}, ${right}, ${addedAt})
    on conflict (class_id, user_id) do update set access = excluded.access`);
};

/** Ends the right of a co-teacher. Returns false if the user is none. */
export const deleteCoTeacher = async (tx: Transaction, classId: string, userId: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`delete from class_co_teacher where class_id = ${classId} and user_id = ${userId}`);
  return rowCount === 1;
};

export const deleteCoTeachingOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from class_co_teacher where user_id = ${userId}`);
};

/** Returns the classes in which the user is a co-teacher, for the data export. */
export const readCoTeachingOf = async (db: Queryable, userId: string): Promise<unknown[]> => {
  const { rows } = await db.execute(sql`
    select t.class_id as "classId", c.name as class, t.name, t.access as "right", t.added_at as "addedAt"
    from class_co_teacher t join class_group c on c.id = t.class_id where t.user_id = ${userId} order by t.added_at, t.class_id`);
  return rows;
};
