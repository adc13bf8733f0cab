/** The SQL on double marking: which questions are marked twice, by whom, and the scores that each gave. */
import type { MarkingShare, RubricLevels } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

/** Returns the threshold of each question that is marked twice. */
export const listDoubleQuestions = async (db: Queryable, assignmentId: string): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await db.execute<Row<{ id: string; threshold: number }>>(sql`
    select question_id as id, threshold_milli as threshold from double_marking where assignment_id = ${assignmentId}`);
  return new Map(rows.map(({ id, threshold }) => [id, threshold]));
};

/** Sets the threshold of a question; null ends its double marking. */
export const putDoubleQuestion = async (
  tx: Transaction,
  { assignmentId, questionId }: { readonly assignmentId: string; readonly questionId: string },
  thresholdMilli: number | null,
  setAt: number,
): Promise<void> => {
  await tx.execute(
    thresholdMilli === null
      ? sql`delete from double_marking where assignment_id = ${assignmentId} and question_id = ${questionId}`
      : sql`insert into double_marking (assignment_id, question_id, threshold_milli, set_at)
          values (${assignmentId}, ${questionId}, ${thresholdMilli}, ${setAt})
          on conflict (assignment_id, question_id) do update set threshold_milli = excluded.threshold_milli, set_at = excluded.set_at`,
  );
};

/** A mark of one of the two teachers. */
export interface GivenScore {
  readonly attemptId: string;
  readonly seat: number;
  readonly rev: number;
  readonly markerId: string | null;
  readonly markerName: string;
  readonly earnedMilli: number;
  readonly comment: string;
  readonly levels: RubricLevels | null;
  readonly markedAt: number;
}

/** Returns every mark of the responses to a question, of one attempt or of all, in their order. */
export const listGivenScores = async (
  db: Queryable,
  assignmentId: string,
  questionId: string,
  attemptId?: string,
): Promise<GivenScore[]> => {
  const only = attemptId === undefined ? sql`` : sql`and m.attempt_id = ${attemptId}`;
  const { rows } = await db.execute<Row<GivenScore>>(sql`
    select m.attempt_id as "attemptId", m.seat, m.rev, m.marker_user_id as "markerId", m.marker_name as "markerName",
      m.earned_milli as "earnedMilli", m.comment, m.levels, m.marked_at as "markedAt"
    from given_score m join attempt t on t.id = m.attempt_id
    where t.assignment_id = ${assignmentId} and m.question_id = ${questionId} ${only} order by m.attempt_id, m.seat, m.rev`);
  return rows;
};

/** Returns the marks that count: the last one of each seat. `marks` are in the order of `listGivenScores`. */
export const currentScores = (given: readonly GivenScore[]): GivenScore[] => [
  ...new Map(given.map((mark) => [`${mark.attemptId} ${mark.seat}`, mark])).values(),
];

export const insertGivenScore = async (tx: Transaction, questionId: string, one: GivenScore): Promise<void> => {
  await tx.execute(sql`
    insert into given_score (attempt_id, question_id, seat, rev, marker_user_id, marker_name, earned_milli, comment, levels, marked_at)
    values (${one.attemptId}, ${questionId}, ${one.seat}, ${one.rev}, ${one.markerId}, ${one.markerName}, ${one.earnedMilli}, ${one.comment},
      ${one.levels === null ? null : JSON.stringify(one.levels)}::jsonb, ${one.markedAt})`);
};

/** Returns who marks the work of each student that has chosen markers. */
export const listShares = async (db: Queryable, assignmentId: string): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await db.execute<Row<{ userId: string; markerIds: string[] }>>(sql`
    select user_id as "userId", array_agg(marker_user_id order by marker_user_id) as "markerIds" from marking_share
    where assignment_id = ${assignmentId} group by user_id`);
  return new Map(rows.map(({ userId, markerIds }) => [userId, markerIds]));
};

/** Replaces the markers of these students. */
export const putShares = async (tx: Transaction, assignmentId: string, shares: readonly MarkingShare[], setAt: number): Promise<void> => {
  const users = shares.map(({ userId }) => userId);
  await tx.execute(sql`delete from marking_share where assignment_id = ${assignmentId} and user_id = any(${sql.param(users)}::text[])`);
  const rows = shares.flatMap(({ userId, markerIds }) =>
    [...new Set(markerIds)].map((markerId) => ({ user_id: userId, marker_user_id: markerId })),
  );
  await tx.execute(sql`
    insert into marking_share (assignment_id, user_id, marker_user_id, set_at)
    select ${assignmentId}, s.user_id, s.marker_user_id, ${setAt}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (user_id text, marker_user_id text)`);
};

/** How far the marking of a question is. */
export interface MarkingCounts {
  readonly questionId: string;
  readonly responses: number;
  readonly finished: number;
  /** Responses that persons have scored or marked, so that double marking cannot be switched any more. */
  readonly begun: number;
  readonly waiting: number;
  readonly disputed: number;
}

/** Counts the responses of finished attempts to each question. */
export const countMarking = async (db: Queryable, assignmentId: string): Promise<ReadonlyMap<string, MarkingCounts>> => {
  const { rows } = await db.execute<Row<MarkingCounts>>(sql`
    select s.question_id as "questionId", count(*)::int as responses, count(s.earned_milli)::int as finished,
      (count(*) filter (where s.is_manual or m.seats > 0))::int as begun,
      (count(*) filter (where s.earned_milli is null and m.seats = 1))::int as waiting,
      (count(*) filter (where s.earned_milli is null and m.seats = 2))::int as disputed
    from attempt t join item_score s on s.attempt_id = t.id
    left join lateral (select count(distinct seat) as seats from given_score
      where attempt_id = t.id and question_id = s.question_id) m on true
    where t.assignment_id = ${assignmentId} and t.state = 'handedIn' group by s.question_id`);
  return new Map(rows.map((row) => [row.questionId, row]));
};

/** Returns what is stored about the user, as a student and as a marker, for the data export. */
export const readMarkingData = async (db: Queryable, userId: string): Promise<{ scoresGiven: unknown[]; marking: unknown[] }> => {
  const scoresGiven = await db.execute(sql`
    select a.title, m.attempt_id as "attemptId", m.question_id as "questionId", m.earned_milli as "earnedMilli", m.comment, m.levels,
      m.marked_at as "markedAt"
    from given_score m join attempt t on t.id = m.attempt_id join assignment a on a.id = t.assignment_id
    where m.marker_user_id = ${userId} order by m.marked_at, m.attempt_id, m.question_id`);
  const marking = await db.execute(sql`
    select distinct a.title, s.set_at as "setAt", case when s.user_id = ${userId} then 'student' else 'marker' end as role
    from marking_share s join assignment a on a.id = s.assignment_id
    where s.user_id = ${userId} or s.marker_user_id = ${userId} order by s.set_at, a.title`);
  return { scoresGiven: scoresGiven.rows, marking: marking.rows };
};

/** Deletes the shares of a user. The marks that a teacher gave stay, without the teacher's account and name. */
export const deleteMarkingDataOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from marking_share where user_id = ${userId} or marker_user_id = ${userId}`);
  await tx.execute(sql`update given_score set marker_user_id = null, marker_name = '' where marker_user_id = ${userId}`);
};

/** Records how the score of a response that two teachers marked came about. */
export const putDecision = async (
  tx: Transaction,
  attemptId: string,
  questionId: string,
  decision: 'agreed' | 'settled',
): Promise<void> => {
  await tx.execute(sql`
    update item_score set decision = ${decision} where attempt_id = ${attemptId} and question_id = ${questionId}`);
};
