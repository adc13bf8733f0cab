/** Stores notifications of users. An event and its notifications are written in one transaction. The only SQL on `notice`. */
import { type NotificationKind, newId, type UserNotification } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface NotificationContent {
  readonly kind: NotificationKind;
  readonly subject: { readonly id: string; readonly name: string };
}

/** Notifies users, within the transaction of the event. Replaces older unread notifications of the same kind about the same subject. */
export const notifyUsers = async (
  tx: Transaction,
  userIds: readonly string[],
  { kind, subject }: NotificationContent,
  nowMs: number,
): Promise<void> => {
  if (userIds.length === 0) return;
  const userIdArray = sql.param([...userIds]);
  await tx.execute(sql`
    delete from notice where user_id = any(${userIdArray}::text[]) and kind = ${kind} and subject_id = ${subject.id} and read_at is null`);
  await tx.execute(sql`
    insert into notice (id, user_id, kind, subject_id, subject_name, created_at)
    select id, user_id, ${kind}, ${subject.id}, ${subject.name}, ${nowMs}
    from unnest(${sql.param(userIds.map(() => newId(nowMs)))}::text[], ${userIdArray}::text[]) as recipient (id, user_id)
    where exists (select 1 from user_account u where u.id = recipient.user_id)`);
};

/** Notifies one user, within the transaction of the event. */
export const notifyUser = (tx: Transaction, userId: string, content: NotificationContent, nowMs: number): Promise<void> =>
  notifyUsers(tx, [userId], content, nowMs);

/** Returns notifications, newest first. */
export const listNotifications = async (db: Queryable, userId: string, limit: number): Promise<UserNotification[]> => {
  const { rows } = await db.execute<{
    id: string;
    kind: NotificationKind;
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

export const countUnreadNotifications = async (db: Queryable, userId: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from notice where user_id = ${userId} and read_at is null`,
  );
  return rows[0]?.n ?? 0;
};

/** Marks notifications as read. `ids` undefined: all notifications of the user. */
export const markNotificationsAsRead = async (
  db: Queryable,
  userId: string,
  ids: readonly string[] | undefined,
  nowMs: number,
): Promise<void> => {
  const only = ids === undefined ? sql`` : sql`and id = any(${sql.param([...ids])}::text[])`;
  await db.execute(sql`update notice set read_at = ${nowMs} where user_id = ${userId} and read_at is null ${only}`);
};

export const deleteNotificationsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from notice where user_id = ${userId}`);
};

export const deleteNotificationsBefore = async (db: Queryable, beforeMs: number): Promise<number> => {
  const { rowCount } = await db.execute(sql`delete from notice where created_at < ${beforeMs}`);
  return rowCount ?? 0;
};
