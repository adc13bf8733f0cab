/** The SQL on scores that teachers give. */
import type { QuestionResponse } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface ScoredResponse {
  readonly attemptId: string;
  readonly response: QuestionResponse;
  readonly earnedMilli: number | null;
  readonly comment: string;
  readonly rev: number;
}

/** Returns the responses of finished attempts to a question, in an order that follows from a hash: neither from names nor from time. */
export const listResponsesTo = async (
  db: Queryable,
  assignmentId: string,
  questionId: string,
  attemptId?: string,
): Promise<ScoredResponse[]> => {
  const { rows } = await db.execute<Row<ScoredResponse>>(sql`
    select t.id as "attemptId", coalesce(e.response, '{}') as response, s.earned_milli as "earnedMilli", s.comment, s.rev
    from attempt t join item_score s on s.attempt_id = t.id and s.question_id = ${questionId}
    left join lateral (
      select response from answer_event where attempt_id = t.id and question_id = ${questionId} and not is_after_end
      order by seq desc, server_at, device_id collate "C" limit 1) e on true
    where t.assignment_id = ${assignmentId} and t.state = 'handedIn' ${attemptId === undefined ? sql`` : sql`and t.id = ${attemptId}`}
    order by md5(t.id), t.id`);
  return rows;
};

/** Stores the score of a response, and the sum of the attempt. Returns false if another score was stored since `rev`. */
export const putTeacherScore = async (
  tx: Transaction,
  one: {
    readonly attemptId: string;
    readonly questionId: string;
    readonly rev: number;
    readonly earnedMilli: number;
    readonly verdict: 'correct' | 'partial' | 'wrong';
    readonly comment: string;
  },
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update item_score set earned_milli = ${one.earnedMilli}, verdict = ${one.verdict}, comment = ${one.comment}, rev = rev + 1
    where attempt_id = ${one.attemptId} and question_id = ${one.questionId} and rev = ${one.rev}`);
  if (rowCount !== 1) return false;
  await tx.execute(sql`
    update attempt set earned_milli = s.earned, unscored = s.unscored
    from (select coalesce(sum(earned_milli), 0)::int as earned, count(*) filter (where earned_milli is null)::int as unscored
      from item_score where attempt_id = ${one.attemptId}) s
    where id = ${one.attemptId}`);
  return true;
};
