/** The SQL on what the analysis of a paper needs. */
import type { QuestionResponse } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** The scores of an attempt by question, in thousandths. */
export interface AttemptScores {
  readonly id: string;
  readonly unscored: number;
  readonly scores: Readonly<Record<string, number | null>>;
}

/** Returns the first finished attempt of each student with its scores. */
export const listFirstScores = async (db: Queryable, assignmentId: string): Promise<AttemptScores[]> => {
  const { rows } = await db.execute<Row<AttemptScores>>(sql`
    select t.id, t.unscored, (select json_object_agg(s.question_id, s.earned_milli) from item_score s where s.attempt_id = t.id) as scores
    from (select distinct on (user_id) id, unscored from attempt where assignment_id = ${assignmentId} and state = 'handedIn'
      order by user_id, no) t`);
  return rows;
};

export interface AttemptResponse {
  readonly attemptId: string;
  readonly questionId: string;
  readonly response: QuestionResponse;
}

/** Returns the last response in time to each question of each first finished attempt of a student; without one there is no row. */
export const listFirstResponses = async (db: Queryable, assignmentId: string): Promise<AttemptResponse[]> => {
  const { rows } = await db.execute<Row<AttemptResponse>>(sql`
    select distinct on (e.attempt_id, e.question_id) e.attempt_id as "attemptId", e.question_id as "questionId", e.response
    from (select distinct on (user_id) id from attempt where assignment_id = ${assignmentId} and state = 'handedIn'
      order by user_id, no) t join answer_event e on e.attempt_id = t.id and not e.is_after_end
    order by e.attempt_id, e.question_id, e.seq desc, e.server_at, e.device_id collate "C"`);
  return rows;
};

export const listObjectives = async (db: Queryable, assignmentId: string): Promise<Map<string, string>> => {
  const { rows } = await db.execute<{ id: string; objective: string }>(
    sql`select question_id as id, objective from question_objective where assignment_id = ${assignmentId}`,
  );
  return new Map(rows.map(({ id, objective }) => [id, objective]));
};

/** Replaces the objectives of these questions; an empty one removes the row. */
export const putObjectives = async (
  tx: Transaction,
  assignmentId: string,
  objectives: readonly { readonly questionId: string; readonly objective: string }[],
): Promise<void> => {
  const ids = sql.param(objectives.map(({ questionId }) => questionId));
  await tx.execute(sql`delete from question_objective where assignment_id = ${assignmentId} and question_id = any(${ids}::text[])`);
  await tx.execute(sql`
    insert into question_objective (assignment_id, question_id, objective)
    select ${assignmentId}, id, objective
    from unnest(${ids}::text[], ${sql.param(objectives.map(({ objective }) => objective))}::text[]) as given (id, objective)
    where objective <> ''`);
};
