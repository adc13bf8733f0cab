/** The only SQL on `practice_answer`: the last answer of a user to each practice question of a book. */
import type { Hlc, PracticeAnswerRecord } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface StoredPracticeAnswer extends PracticeAnswerRecord {
  readonly id: string;
  readonly hlc: Hlc;
}

/** Saves the answer unless a later one is stored; returns whether it was saved. */
export const saveLaterPracticeAnswer = async (
  tx: Transaction,
  userId: string,
  { id, bookId, href, itemId, answer, hlc }: StoredPracticeAnswer,
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    insert into practice_answer (user_id, id, book_id, href, item_id, answer, hlc)
    values (${userId}, ${id}, ${bookId}, ${href}, ${itemId}, ${JSON.stringify(answer)}, ${hlc})
    on conflict (user_id, id) do update set answer = excluded.answer, hlc = excluded.hlc
    where practice_answer.hlc < excluded.hlc`);
  return rowCount === 1;
};

/** Returns the answers of a user, ordered by id; if `ids` is given, only these. */
export const listPracticeAnswers = async (db: Queryable, userId: string, ids?: readonly string[]): Promise<StoredPracticeAnswer[]> => {
  const only = ids === undefined ? sql`` : sql`and id = any(${sql.param([...ids])}::text[])`;
  const { rows } = await db.execute<StoredPracticeAnswer & Record<string, unknown>>(sql`
    select id, book_id as "bookId", href, item_id as "itemId", answer, hlc from practice_answer where user_id = ${userId} ${only} order by id`);
  return rows;
};

export const deletePracticeAnswersOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from practice_answer where user_id = ${userId}`);
};
