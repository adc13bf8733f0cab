/** What assignments need of their topics: opening and renaming them, and what students have written. */
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { StoredTopic, StoredTopicPost } from './topic-store.ts';

/** Opens the topic of an assignment that is published. */
export const openTopic = async (tx: Transaction, { id, classId, title, at }: StoredTopic & { readonly at: number }): Promise<void> => {
  await tx.execute(sql`insert into class_topic (id, class_id, title, opened_at) values (${id}, ${classId}, ${title}, ${at})`);
};

export const renameTopic = async (tx: Transaction, id: string, title: string): Promise<void> => {
  await tx.execute(sql`update class_topic set title = ${title} where id = ${id}`);
};

/** Returns what users have written in a topic that is not hidden, the oldest first. A reply to an own post is left out. */
export const listContributions = async (
  db: Queryable,
  topicId: string,
  userIds: readonly string[],
): Promise<(StoredTopicPost & { readonly parentBody: string | null })[]> => {
  const { rows } = await db.execute<Row<StoredTopicPost & { readonly parentBody: string | null }>>(sql`
    select p.id, p.topic_id as "topicId", p.parent_id as "parentId", p.user_id as "userId", p.author_name as author,
      p.is_teacher as "isTeacher", p.is_anonymous as "isAnonymous", p.body, p.hidden_reason as "hiddenReason", p.created_at as at,
      o.body as "parentBody"
    from topic_post p left join topic_post o on o.id = p.parent_id
    where p.topic_id = ${topicId} and p.user_id = any(${sql.param([...userIds])}::text[]) and p.hidden_reason is null
      and (p.parent_id is null or o.user_id <> p.user_id)
    order by p.created_at, p.id`);
  return rows;
};
