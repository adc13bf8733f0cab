/** News for people. What happened and its news are written in one transaction. The only SQL on `notice`. */
import { type Notice, type NoticeKind, newId } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from './database.ts';

export interface News {
  readonly kind: NoticeKind;
  readonly subject: { readonly id: string; readonly name: string };
}

/** To be called within the transaction of what happened. Older unread news of the same about the same thing gives way. */
export const tellPeople = async (tx: Transaction, userIds: readonly string[], { kind, subject }: News, nowMs: number): Promise<void> => {
  if (userIds.length === 0) return;
  const people = sql.param([...userIds]);
  await tx.execute(sql`
    delete from notice where user_id = any(${people}::text[]) and kind = ${kind} and subject_id = ${subject.id} and read_at is null`);
  await tx.execute(sql`
    insert into notice (id, user_id, kind, subject_id, subject_name, created_at)
    select id, user_id, ${kind}, ${subject.id}, ${subject.name}, ${nowMs}
    from unnest(${sql.param(userIds.map(() => newId(nowMs)))}::text[], ${people}::text[]) as told (id, user_id)
    where exists (select 1 from user_account u where u.id = told.user_id)`);
};

export const tellPerson = (tx: Transaction, userId: string, news: News, nowMs: number): Promise<void> =>
  tellPeople(tx, [userId], news, nowMs);

/** The newest first. */
export const listNotices = async (db: Queryable, userId: string, limit: number): Promise<Notice[]> => {
  const { rows } = await db.execute<{
    id: string;
    kind: NoticeKind;
    subject_id: string;
    subject_name: string;
    created_at: number;
    read_at: number | null;
  }>(sql`
    select id, kind, subject_id, subject_name, created_at, read_at from notice where user_id = ${userId}
    order by created_at desc, id desc limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subject: { id: row.subject_id, name: row.subject_name },
    at: row.created_at,
    isRead: row.read_at !== null,
  }));
};

export const countUnreadNotices = async (db: Queryable, userId: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from notice where user_id = ${userId} and read_at is null`,
  );
  return rows[0]?.n ?? 0;
};

/** `ids` absent: all there are. */
export const markNoticesRead = async (db: Queryable, userId: string, ids: readonly string[] | undefined, nowMs: number): Promise<void> => {
  const only = ids === undefined ? sql`` : sql`and id = any(${sql.param([...ids])}::text[])`;
  await db.execute(sql`update notice set read_at = ${nowMs} where user_id = ${userId} and read_at is null ${only}`);
};

export const deleteNoticesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from notice where user_id = ${userId}`);
};

export const deleteNoticesBefore = async (db: Queryable, beforeMs: number): Promise<number> => {
  const { rowCount } = await db.execute(sql`delete from notice where created_at < ${beforeMs}`);
  return rowCount ?? 0;
};
