/** The SQL on rubrics. */
import type { AssignmentRubric, Rubric } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

/** Stands for the whole assignment instead of a question of a bank. */
const WHOLE = '';

/** Returns the rubrics of an assignment whose questions are in its paper: that of the whole assignment first, then by question. */
export const listRubricsOf = async (db: Queryable, assignmentId: string): Promise<Pick<AssignmentRubric, 'questionId' | 'rubric'>[]> => {
  const { rows } = await db.execute<Row<{ questionId: string | null; rubric: Rubric }>>(sql`
    select q.id as "questionId", r.rubric from rubric r
    left join assignment_question q on q.assignment_id = r.assignment_id and q.source_id = r.source_id
    where r.assignment_id = ${assignmentId} and (q.id is not null or r.source_id = ${WHOLE}) order by q.position nulls first`);
  return rows.map(({ questionId, rubric }) => ({ rubric, ...(questionId === null ? {} : { questionId }) }));
};

/** Sets the rubric of a question, or without one of the whole assignment. The question is one of the assignment's. */
export const putRubric = async (
  tx: Transaction,
  { assignmentId, questionId }: { readonly assignmentId: string; readonly questionId: string | undefined },
  rubric: Rubric,
  changedAt: number,
): Promise<void> => {
  const source =
    questionId === undefined
      ? sql`${WHOLE}`
      : sql`(select source_id from assignment_question where assignment_id = ${assignmentId} and id = ${questionId})`;
  await tx.execute(sql`
    insert into rubric (assignment_id, source_id, rubric, changed_at)
    values (${assignmentId}, ${source}, ${JSON.stringify(rubric)}::jsonb, ${changedAt})
    on conflict (assignment_id, source_id) do update set rubric = excluded.rubric, changed_at = excluded.changed_at`);
};

export const deleteRubricOf = async (tx: Transaction, assignmentId: string, questionId: string | undefined): Promise<void> => {
  await tx.execute(
    questionId === undefined
      ? sql`delete from rubric where assignment_id = ${assignmentId} and source_id = ${WHOLE}`
      : sql`delete from rubric r using assignment_question q where r.assignment_id = ${assignmentId}
          and q.assignment_id = r.assignment_id and q.source_id = r.source_id and q.id = ${questionId}`,
  );
};

/** Deletes the rubrics of questions that are no longer in the paper. */
export const deleteUnusedRubrics = async (tx: Transaction, assignmentId: string): Promise<void> => {
  await tx.execute(sql`
    delete from rubric r where r.assignment_id = ${assignmentId} and r.source_id <> ${WHOLE} and not exists (
      select 1 from assignment_question q where q.assignment_id = r.assignment_id and q.source_id = r.source_id)`);
};

/** Counts a change of the assignment that is none of its own fields. */
export const countChange = async (tx: Transaction, assignmentId: string): Promise<void> => {
  await tx.execute(sql`update assignment set rev = rev + 1 where id = ${assignmentId}`);
};

export interface EarlierRubric {
  readonly assignmentId: string;
  readonly assignment: string;
  readonly className: string;
  readonly rubric: Rubric;
}

/** Returns the newest rubrics of the classes that the user teaches, alone or with others. */
export const listRubricsOfTeacher = async (db: Queryable, userId: string, limit: number): Promise<EarlierRubric[]> => {
  const { rows } = await db.execute<Row<EarlierRubric>>(sql`
    select r.assignment_id as "assignmentId", a.title as assignment, c.name as "className", r.rubric
    from rubric r join assignment a on a.id = r.assignment_id join class_group c on c.id = a.class_id
    where c.teacher_id = ${userId} or exists (select 1 from class_co_teacher k where k.class_id = c.id and k.user_id = ${userId})
    order by r.changed_at desc, r.assignment_id, r.source_id limit ${limit}`);
  return rows;
};
