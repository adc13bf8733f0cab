/** The SQL on the phrases of teachers. */
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export const listPhrases = async (db: Queryable, userId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ phrases: string[] }>(sql`select phrases from marking_phrases where user_id = ${userId}`);
  return rows[0]?.phrases ?? [];
};

export const putPhrases = async (db: Queryable, userId: string, phrases: readonly string[]): Promise<void> => {
  await db.execute(sql`
    insert into marking_phrases (user_id, phrases) values (${userId}, ${JSON.stringify(phrases)}::jsonb)
    on conflict (user_id) do update set phrases = excluded.phrases`);
};

export const deletePhrasesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from marking_phrases where user_id = ${userId}`);
};
