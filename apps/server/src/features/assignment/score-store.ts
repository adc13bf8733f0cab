/** The SQL on scores that teachers give. */
import type { AnonymousResponse, QuestionResponse, RubricLevels } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface ScoredResponse {
  readonly attemptId: string;
  readonly userId: string;
  readonly response: QuestionResponse;
  readonly earnedMilli: number | null;
  readonly comment: string;
  /** Chosen levels of the rubric; null without one. */
  readonly levels: RubricLevels | null;
  readonly rev: number;
  /** How the score came about where two teachers mark; null otherwise, and while it has none. */
  readonly decision: 'agreed' | 'settled' | null;
}

/** Returns what points mean that a person gave. */
export const verdictOfPoints = (earnedMilli: number, possibleMilli: number): 'correct' | 'partial' | 'wrong' => {
  if (earnedMilli === possibleMilli) return 'correct';
  return earnedMilli === 0 ? 'wrong' : 'partial';
};

/** Returns a response as teachers see it, without the name of the student. */
export const viewResponse = ({ attemptId, response, earnedMilli, comment, levels, rev }: ScoredResponse): AnonymousResponse => ({
  attemptId,
  response,
  comment,
  rev,
  ...(earnedMilli === null ? {} : { earnedMilli }),
  ...(levels === null ? {} : { levels }),
});

/** Returns the responses of finished attempts to a question, in an order that follows from a hash: neither from names nor from time. */
export const listResponsesTo = async (
  db: Queryable,
  assignmentId: string,
  questionId: string,
  attemptId?: string,
): Promise<ScoredResponse[]> => {
  const { rows } = await db.execute<Row<ScoredResponse>>(sql`
    select t.id as "attemptId", t.user_id as "userId", coalesce(e.response, '{}') as response, s.earned_milli as "earnedMilli", s.comment,
      s.levels, s.rev, s.decision
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
    readonly levels: RubricLevels | null;
  },
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update item_score set earned_milli = ${one.earnedMilli}, verdict = ${one.verdict}, comment = ${one.comment}, rev = rev + 1,
      is_manual = true, levels = ${one.levels === null ? null : JSON.stringify(one.levels)}::jsonb
    where attempt_id = ${one.attemptId} and question_id = ${one.questionId} and rev = ${one.rev}`);
  if (rowCount !== 1) return false;
  await tx.execute(sql`
    update attempt set earned_milli = s.earned, unscored = s.unscored
    from (select coalesce(sum(earned_milli), 0)::int as earned, count(*) filter (where earned_milli is null)::int as unscored
      from item_score where attempt_id = ${one.attemptId}) s
    where id = ${one.attemptId}`);
  return true;
};
