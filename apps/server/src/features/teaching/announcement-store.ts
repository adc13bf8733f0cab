/** The only SQL on the announcements of classes. */
import type { Announcement } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SQL, sql } from '../../platform/sql.ts';

export interface StoredAnnouncement extends Omit<Announcement, 'mayDelete'> {
  readonly classId: string;
  readonly authorId: string;
}

const select = async (db: Queryable, rest: SQL): Promise<StoredAnnouncement[]> => {
  const { rows } = await db.execute<Row<StoredAnnouncement>>(sql`
    select id, class_id as "classId", user_id as "authorId", author_name as author, author_role as role, body, created_at as at
    from class_announcement ${rest}`);
  return rows;
};

/** Returns announcements of a class, the newest first, starting after `after`. */
export const listAnnouncementsOf = (
  db: Queryable,
  { classId, after, limit }: { classId: string; after: TimeCursor | undefined; limit: number },
): Promise<StoredAnnouncement[]> => {
  const earlier = after === undefined ? sql`` : sql`and (created_at, id) < (${after.at}, ${after.id})`;
  return select(db, sql`where class_id = ${classId} ${earlier} order by created_at desc, id desc limit ${limit}`);
};

export const findAnnouncement = async (db: Queryable, classId: string, id: string): Promise<StoredAnnouncement | undefined> =>
  (await select(db, sql`where class_id = ${classId} and id = ${id}`))[0];

export const countAnnouncements = async (db: Queryable, classId: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from class_announcement where class_id = ${classId}`);
  return rows[0]?.n ?? 0;
};

export const insertAnnouncement = async (tx: Transaction, one: StoredAnnouncement): Promise<void> => {
  await tx.execute(sql`
    insert into class_announcement (id, class_id, user_id, author_name, author_role, body, created_at)
    values (${one.id}, ${one.classId}, ${one.authorId}, ${one.author}, ${one.role}, ${one.body}, ${one.at})`);
};

export const deleteAnnouncementById = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`delete from class_announcement where id = ${id}`);
};

/** Returns the ids of everyone in a class: active members, the teacher and the co-teachers. */
export const listRecipients = async (db: Queryable, classId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select user_id as id from class_member where class_id = ${classId} and status = 'active'
    union select user_id from class_co_teacher where class_id = ${classId}
    union select teacher_id from class_group where id = ${classId} and teacher_id is not null`);
  return rows.map(({ id }) => id);
};

/** Returns the announcements that the user published, for the data export. */
export const readAnnouncementsOf = (db: Queryable, userId: string): Promise<StoredAnnouncement[]> =>
  select(db, sql`where user_id = ${userId} order by created_at, id`);

export const deleteAnnouncementsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from class_announcement where user_id = ${userId}`);
};
