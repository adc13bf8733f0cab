/** The SQL on topics and their posts; assignment-topics.ts has that for assignments. */
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';

export interface StoredTopic {
  readonly id: string;
  readonly classId: string;
  readonly title: string;
}

/** A post, or with `parentId` a reply to one. */
export interface StoredTopicPost {
  readonly id: string;
  readonly topicId: string;
  readonly parentId: string | null;
  readonly userId: string;
  readonly author: string;
  readonly isTeacher: boolean;
  readonly isAnonymous: boolean;
  readonly body: string;
  readonly hiddenReason: string | null;
  readonly at: number;
}

const selectTopics = async (db: Queryable, rest: SQL): Promise<StoredTopic[]> => {
  const { rows } = await db.execute<Row<StoredTopic>>(sql`select id, class_id as "classId", title from class_topic ${rest}`);
  return rows;
};

export const findTopic = async (db: Queryable, id: string): Promise<StoredTopic | undefined> =>
  (await selectTopics(db, sql`where id = ${id}`))[0];

/** Locks a topic until the transaction ends, so that its posts are counted one after the other. */
export const lockTopic = async (tx: Transaction, id: string): Promise<StoredTopic | undefined> =>
  (await selectTopics(tx, sql`where id = ${id} for update`))[0];

const selectPosts = async (db: Queryable, rest: SQL): Promise<StoredTopicPost[]> => {
  const { rows } = await db.execute<Row<StoredTopicPost>>(sql`
    select p.id, p.topic_id as "topicId", p.parent_id as "parentId", p.user_id as "userId", p.author_name as author,
      p.is_teacher as "isTeacher", p.is_anonymous as "isAnonymous", p.body, p.hidden_reason as "hiddenReason", p.created_at as at
    from topic_post p ${rest}`);
  return rows;
};

/** Returns posts and replies of a topic, the oldest first. */
export const listPostsOfTopic = (db: Queryable, topicId: string): Promise<StoredTopicPost[]> =>
  selectPosts(db, sql`where p.topic_id = ${topicId} order by p.created_at, p.id`);

export const findTopicPost = async (db: Queryable, id: string): Promise<StoredTopicPost | undefined> =>
  (await selectPosts(db, sql`where p.id = ${id}`))[0];

export const countTopicPosts = async (db: Queryable, topicId: string): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from topic_post where topic_id = ${topicId}`);
  return rows[0]?.n ?? 0;
};

export const hasRepliesOfOthers = async (db: Queryable, { id, userId }: StoredTopicPost): Promise<boolean> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from topic_post where parent_id = ${id} and user_id <> ${userId}`,
  );
  return (rows[0]?.n ?? 0) > 0;
};

export const insertTopicPost = async (tx: Transaction, one: StoredTopicPost): Promise<void> => {
  await tx.execute(sql`
    insert into topic_post (id, topic_id, parent_id, user_id, author_name, is_teacher, is_anonymous, body, created_at)
    values (${one.id}, ${one.topicId}, ${one.parentId}, ${one.userId}, ${one.author}, ${one.isTeacher}, ${one.isAnonymous}, ${one.body},
      ${one.at})`);
};

export const setTopicPostHidden = async (tx: Transaction, id: string, reason: string | null): Promise<void> => {
  await tx.execute(sql`update topic_post set hidden_reason = ${reason} where id = ${id}`);
};

export const deleteTopicPostById = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`delete from topic_post where id = ${id}`);
};

/** Returns the user's posts and replies, for the data export. */
export const readTopicPostsOf = (db: Queryable, userId: string): Promise<StoredTopicPost[]> =>
  selectPosts(db, sql`where p.user_id = ${userId} order by p.created_at, p.id`);

/** Deletes the user's posts with all replies to them, and the user's replies. */
export const deleteTopicPostsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from topic_post where user_id = ${userId}`);
};
