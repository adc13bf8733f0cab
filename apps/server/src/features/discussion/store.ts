/** The only SQL on threads and replies of classes. */
import type { Thread } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';

interface StoredPost {
  readonly id: string;
  readonly userId: string;
  readonly author: string;
  readonly isTeacher: boolean;
  readonly isAnonymous: boolean;
  readonly body: string;
  readonly hiddenReason: string | null;
  readonly at: number;
}

export interface StoredThread
  extends StoredPost,
    Pick<Thread, 'classId' | 'bookId' | 'kind' | 'versionId' | 'target' | 'chapterTitle' | 'totalProgression'> {
  readonly acceptedReplyId: string | null;
}

export interface StoredReply extends StoredPost {
  readonly threadId: string;
}

const post = sql`id, user_id as "userId", author_name as author, is_teacher as "isTeacher", is_anonymous as "isAnonymous", body,
  hidden_reason as "hiddenReason", created_at as at`;

const selectThreads = async (db: Queryable, rest: SQL): Promise<StoredThread[]> => {
  const { rows } = await db.execute<Row<StoredThread>>(sql`
    select ${post}, class_id as "classId", book_id as "bookId", kind, version_id as "versionId", target, chapter_title as "chapterTitle",
      total_progression as "totalProgression", accepted_reply_id as "acceptedReplyId"
    from class_thread ${rest}`);
  return rows;
};

/** Returns the threads of these classes in the order of the book. */
export const listThreadsOf = (db: Queryable, classIds: readonly string[]): Promise<StoredThread[]> =>
  selectThreads(db, sql`where class_id = any(${sql.param([...classIds])}::text[]) order by total_progression, created_at, id`);

export const findThread = async (db: Queryable, id: string): Promise<StoredThread | undefined> =>
  (await selectThreads(db, sql`where id = ${id}`))[0];

/** Locks a thread until the transaction ends. */
export const lockThread = async (tx: Transaction, id: string): Promise<StoredThread | undefined> =>
  (await selectThreads(tx, sql`where id = ${id} for update`))[0];

export const countThreads = async (db: Queryable, classId: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from class_thread where class_id = ${classId}`);
  return rows[0]?.n ?? 0;
};

/**
 * Returns, for each of these classes that has any, the number of questions of students that are visible, and to which no teacher has replied
 * and no reply is accepted.
 */
export const countOpenQuestions = async (db: Queryable, classIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ classId: string; count: number }>(sql`
    select t.class_id as "classId", count(*)::int as count from class_thread t
    where t.class_id = any(${sql.param([...classIds])}::text[]) and t.kind = 'question' and not t.is_teacher
      and t.hidden_reason is null and t.accepted_reply_id is null
      and not exists (select 1 from class_reply r where r.thread_id = t.id and r.is_teacher)
    group by t.class_id`);
  return new Map(rows.map(({ classId, count }) => [classId, count]));
};

/** Inserts a thread; one with the same id stays as it is. */
export const insertThread = async (tx: Transaction, one: StoredThread): Promise<void> => {
  await tx.execute(sql`
    insert into class_thread (id, class_id, book_id, kind, user_id, author_name, is_teacher, is_anonymous, version_id, target, chapter_title,
      total_progression, body, created_at)
    values (${one.id}, ${one.classId}, ${one.bookId}, ${one.kind}, ${one.userId}, ${one.author}, ${one.isTeacher}, ${one.isAnonymous},
      ${one.versionId}, ${JSON.stringify(one.target)}::jsonb, ${one.chapterTitle}, ${one.totalProgression}, ${one.body}, ${one.at})
    on conflict (id) do nothing`);
};

const selectReplies = async (db: Queryable, rest: SQL): Promise<StoredReply[]> => {
  const { rows } = await db.execute<Row<StoredReply>>(sql`select ${post}, thread_id as "threadId" from class_reply ${rest}`);
  return rows;
};

/** Returns the replies to these threads, the oldest first. */
export const listRepliesOf = (db: Queryable, threadIds: readonly string[]): Promise<StoredReply[]> =>
  selectReplies(db, sql`where thread_id = any(${sql.param([...threadIds])}::text[]) order by created_at, id`);

/** Inserts a reply; one with the same id stays as it is. */
export const insertReply = async (tx: Transaction, one: StoredReply): Promise<void> => {
  await tx.execute(sql`
    insert into class_reply (id, thread_id, user_id, author_name, is_teacher, is_anonymous, body, created_at)
    values (${one.id}, ${one.threadId}, ${one.userId}, ${one.author}, ${one.isTeacher}, ${one.isAnonymous}, ${one.body}, ${one.at})
    on conflict (id) do nothing`);
};

export const setAcceptedReply = async (tx: Transaction, threadId: string, replyId: string | null): Promise<void> => {
  await tx.execute(sql`update class_thread set accepted_reply_id = ${replyId} where id = ${threadId}`);
};

export const setThreadHidden = async (tx: Transaction, id: string, reason: string | null): Promise<void> => {
  await tx.execute(sql`update class_thread set hidden_reason = ${reason} where id = ${id}`);
};

export const setReplyHidden = async (tx: Transaction, id: string, reason: string | null): Promise<void> => {
  await tx.execute(sql`update class_reply set hidden_reason = ${reason} where id = ${id}`);
};

export const deleteThreadById = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`delete from class_thread where id = ${id}`);
};

export const deleteReplyById = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`update class_thread set accepted_reply_id = null where accepted_reply_id = ${id}`);
  await tx.execute(sql`delete from class_reply where id = ${id}`);
};

/** Returns the user's threads and replies, for the data export. */
export const readDiscussionOf = async (db: Queryable, userId: string): Promise<{ threads: unknown[]; replies: unknown[] }> => ({
  threads: await selectThreads(db, sql`where user_id = ${userId} order by created_at, id`),
  replies: await selectReplies(db, sql`where user_id = ${userId} order by created_at, id`),
});

/** Deletes the user's threads with all replies to them, and the user's replies. */
export const deleteDiscussionOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`
    update class_thread set accepted_reply_id = null where accepted_reply_id in (select id from class_reply where user_id = ${userId})`);
  await tx.execute(sql`delete from class_reply where user_id = ${userId}`);
  await tx.execute(sql`delete from class_thread where user_id = ${userId}`);
};
