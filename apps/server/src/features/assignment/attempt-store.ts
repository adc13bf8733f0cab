/** The SQL on attempts, answers and their scores. */
import type { RubricLevels, SentAnswer, StoredAnswer } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';

export interface StoredAttempt {
  readonly id: string;
  readonly assignmentId: string;
  readonly userId: string;
  readonly no: number;
  readonly seed: string;
  readonly rngVersion: number;
  readonly state: 'provisioned' | 'running' | 'handedIn';
  readonly startedAt: number | null;
  readonly deadlineAt: number | null;
  readonly finishedAt: number | null;
  readonly closedBy: 'student' | 'timer' | 'teacher' | null;
  readonly earnedMilli: number | null;
  readonly unscored: number;
  readonly events: number | null;
  readonly answered: number | null;
  readonly digest: string | null;
  /** Time that the invigilator added, with the time of pauses. It does not make the attempt late. */
  readonly extraMs: number;
}

const COLUMNS = sql`t.id, t.assignment_id as "assignmentId", t.user_id as "userId", t.no, t.seed, t.rng_version as "rngVersion", t.state,
  t.started_at as "startedAt", t.deadline_at as "deadlineAt", t.finished_at as "finishedAt", t.closed_by as "closedBy",
  t.earned_milli as "earnedMilli", t.unscored as "unscored", t.events, t.answered, t.digest, t.extra_ms as "extraMs"`;

const select = async (db: Queryable, rest: SQL): Promise<StoredAttempt[]> => {
  const { rows } = await db.execute<Row<StoredAttempt>>(sql`select ${COLUMNS} from attempt t ${rest}`);
  return rows;
};

export const findAttempt = async (db: Queryable, id: string): Promise<StoredAttempt | undefined> =>
  (await select(db, sql`where t.id = ${id}`))[0];

/** Locks an attempt until the transaction ends: no answer is stored and nobody else closes it meanwhile. */
export const lockAttempt = async (tx: Transaction, id: string): Promise<StoredAttempt | undefined> =>
  (await select(tx, sql`where t.id = ${id} for update`))[0];

/** Holds the state of an attempt until the transaction ends; several transactions may store answers at once. */
export const holdAttempt = async (tx: Transaction, id: string): Promise<StoredAttempt | undefined> =>
  (await select(tx, sql`where t.id = ${id} for share`))[0];

/** Returns the attempts of these assignments, of one user or of all, in their order. */
export const listAttemptsOf = (db: Queryable, assignmentIds: readonly string[], userId?: string): Promise<StoredAttempt[]> =>
  select(
    db,
    sql`where t.assignment_id = any(${sql.param([...assignmentIds])}::text[]) ${userId === undefined ? sql`` : sql`and t.user_id = ${userId}`}
      order by t.assignment_id, t.user_id, t.no`,
  );

/** Returns running attempts whose time was over at `before`, and which the caller may close. */
export const listOverdueAttempts = async (db: Queryable, before: number, limit: number): Promise<string[]> =>
  (await select(db, sql`where t.state = 'running' and t.deadline_at < ${before} order by t.deadline_at limit ${limit}`)).map(
    ({ id }) => id,
  );

export type NewAttempt = Pick<StoredAttempt, 'id' | 'assignmentId' | 'userId' | 'no' | 'seed' | 'rngVersion'>;

/** Inserts the attempts of an exam before it starts; those that exist stay. */
export const provisionAttempts = async (tx: Transaction, attempts: readonly NewAttempt[]): Promise<void> => {
  const rows = attempts.map((each) => ({ ...each, assignment_id: each.assignmentId, user_id: each.userId, rng_version: each.rngVersion }));
  await tx.execute(sql`
    insert into attempt (id, assignment_id, user_id, no, seed, rng_version, state)
    select r.id, r.assignment_id, r.user_id, r.no, r.seed, r.rng_version, 'provisioned'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id text, assignment_id text, user_id text, no int, seed text, rng_version int)
    on conflict (assignment_id, user_id, no) do nothing`);
};

/**
 * Starts the attempt with this number: the provisioned one, or a new one; it is paused while the exam is. Writes one row. Returns undefined if it was started before, by a
 * second request.
 */
export const putStartedAttempt = async (
  db: Queryable,
  one: NewAttempt & { readonly startedAt: number; readonly deadlineAt: number | null },
): Promise<StoredAttempt | undefined> => {
  const { rows } = await db.execute<Row<StoredAttempt>>(sql`
    insert into attempt as t (id, assignment_id, user_id, no, seed, rng_version, state, started_at, deadline_at, paused_at, paused_left_ms)
    select ${one.id}, ${one.assignmentId}, ${one.userId}, ${one.no}, ${one.seed}, ${one.rngVersion}, 'running', ${one.startedAt}::bigint,
      case when not p.is_paused then ${one.deadlineAt}::bigint end, case when p.is_paused then ${one.startedAt}::bigint end,
      case when p.is_paused then ${one.deadlineAt}::bigint - ${one.startedAt}::bigint end
    from (select exists (select 1 from exam_session where assignment_id = ${one.assignmentId} and paused_at is not null) as is_paused) p
    on conflict (assignment_id, user_id, no) do update
      set state = 'running', started_at = excluded.started_at, deadline_at = excluded.deadline_at, paused_at = excluded.paused_at,
        paused_left_ms = excluded.paused_left_ms
      where t.state = 'provisioned'
    returning ${COLUMNS}`);
  return rows[0];
};

/**
 * Sets when a running attempt ends by the rules of the assignment; time that the invigilator added is added to it. A paused attempt has
 * that much time left when it goes on. Returns whether that changed.
 */
export const setDeadline = async (tx: Transaction, id: string, deadlineAt: number | null): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update attempt t set deadline_at = n.deadline_at, paused_left_ms = n.left_ms
    from (select a.id, case when a.paused_at is null then ${deadlineAt}::bigint + a.extra_ms end as deadline_at,
        case when a.paused_at is not null then greatest(0, ${deadlineAt}::bigint + a.extra_ms - a.paused_at) end as left_ms
      from attempt a where a.id = ${id} and a.state = 'running') n
    where t.id = n.id and (t.deadline_at, t.paused_left_ms) is distinct from (n.deadline_at, n.left_ms)`);
  return (rowCount ?? 0) > 0;
};

/** What the hand-in stores. */
export type HandedIn = Required<
  Pick<StoredAttempt, 'id' | 'finishedAt' | 'closedBy' | 'earnedMilli' | 'unscored' | 'events' | 'answered' | 'digest'>
>;

export const putHandedIn = async (tx: Transaction, one: HandedIn): Promise<void> => {
  await tx.execute(sql`
    update attempt set state = 'handedIn', finished_at = ${one.finishedAt}, closed_by = ${one.closedBy}, earned_milli = ${one.earnedMilli},
      unscored = ${one.unscored}, events = ${one.events}, answered = ${one.answered}, digest = ${one.digest}
    where id = ${one.id}`);
};

export interface AnswerEvent extends SentAnswer {
  readonly deviceId: string;
  readonly serverAt: number;
  readonly isAfterEnd: boolean;
}

/** Adds answers. One that was added before does not change, whatever is sent under its number. */
export const addAnswers = async (tx: Transaction, attemptId: string, answers: readonly AnswerEvent[]): Promise<void> => {
  const rows = answers.map((each) => ({
    question_id: each.questionId,
    seq: each.seq,
    device_id: each.deviceId,
    response: each.response,
    client_at: each.clientAt,
    server_at: each.serverAt,
    is_after_end: each.isAfterEnd,
  }));
  await tx.execute(sql`
    insert into answer_event (attempt_id, question_id, seq, device_id, response, client_at, server_at, is_after_end)
    select ${attemptId}, e.question_id, e.seq, e.device_id, e.response, e.client_at, e.server_at, e.is_after_end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e (question_id text, seq int, device_id text, response jsonb, client_at bigint, server_at bigint, is_after_end boolean)
    on conflict (attempt_id, question_id, seq, device_id) do nothing`);
};

/** Returns the answers of an attempt to these questions, or to all, by question, number and arrival. */
export const listAnswers = async (db: Queryable, attemptId: string, questionIds?: readonly string[]): Promise<AnswerEvent[]> => {
  const only = questionIds === undefined ? sql`` : sql`and question_id = any(${sql.param([...questionIds])}::text[])`;
  const { rows } = await db.execute<Row<AnswerEvent>>(sql`
    select question_id as "questionId", seq, device_id as "deviceId", response, client_at as "clientAt", server_at as "serverAt",
      is_after_end as "isAfterEnd"
    from answer_event where attempt_id = ${attemptId} ${only} order by question_id, seq, server_at, device_id collate "C"`);
  return rows;
};

/** Returns the answer to each question that counts. `answers` are in the order of `listAnswers`. */
export const currentAnswers = (answers: readonly AnswerEvent[]): Map<string, StoredAnswer & { readonly deviceId: string }> => {
  const current = new Map<string, StoredAnswer & { deviceId: string }>();
  for (const { questionId, seq, response, serverAt, deviceId, isAfterEnd } of answers) {
    if (isAfterEnd || (current.get(questionId)?.seq ?? 0) >= seq) continue;
    current.set(questionId, { questionId, seq, response, savedAt: serverAt, deviceId });
  }
  return current;
};

export interface ItemScore {
  readonly questionId: string;
  readonly verdict: 'correct' | 'partial' | 'wrong' | 'unanswered' | 'unscored';
  /** Null while a person must score it. */
  readonly earnedMilli: number | null;
  readonly comment: string;
  /** Chosen levels of the rubric; null without one. */
  readonly levels: RubricLevels | null;
}

type AutomaticScore = Omit<ItemScore, 'comment' | 'levels'>;

export const putScores = async (tx: Transaction, attemptId: string, scores: readonly AutomaticScore[]): Promise<void> => {
  const rows = scores.map(({ questionId, verdict, earnedMilli }) => ({ question_id: questionId, verdict, earned_milli: earnedMilli }));
  await tx.execute(sql`
    insert into item_score (attempt_id, question_id, verdict, earned_milli)
    select ${attemptId}, s.question_id, s.verdict, s.earned_milli
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (question_id text, verdict text, earned_milli int)`);
};

export const listScores = async (db: Queryable, attemptId: string): Promise<Map<string, ItemScore>> => {
  const { rows } = await db.execute<Row<ItemScore>>(sql`
    select question_id as "questionId", verdict, earned_milli as "earnedMilli", comment, levels from item_score where attempt_id = ${attemptId}`);
  return new Map(rows.map((row) => [row.questionId, row]));
};

/** Returns the ids of the assignments of which the user has attempts. */
export const listAttemptedAssignments = async (db: Queryable, userId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`select distinct assignment_id as id from attempt where user_id = ${userId}`);
  return rows.map(({ id }) => id);
};

/** Returns what is stored about the user, for the data export. Scores are included for the assignments in `released` only. */
export const readAssignmentData = async (
  db: Queryable,
  userId: string,
  released: readonly string[],
): Promise<{
  readonly attempts: unknown[];
  readonly answers: unknown[];
  readonly overrides: unknown[];
  readonly accommodations: unknown[];
}> => {
  const isReleased = sql`t.assignment_id = any(${sql.param([...released])}::text[])`;
  const attempts = await db.execute(sql`
    select t.id, a.title, t.no, t.state, t.seed, t.started_at as "startedAt", t.finished_at as "finishedAt", t.closed_by as "closedBy",
      case when ${isReleased} then t.earned_milli end as "earnedMilli", case when ${isReleased} then t.unscored end as "unscored", t.digest
    from attempt t join assignment a on a.id = t.assignment_id where t.user_id = ${userId} order by t.id`);
  const answers = await db.execute(sql`
    select e.attempt_id as "attemptId", e.question_id as "questionId", e.seq, e.device_id as "deviceId", e.response,
      e.client_at as "clientAt", e.server_at as "serverAt", e.is_after_end as "isAfterEnd", s.verdict, s.earned_milli as "earnedMilli", s.comment,
      s.levels
    from answer_event e join attempt t on t.id = e.attempt_id
    left join item_score s on s.attempt_id = e.attempt_id and s.question_id = e.question_id and ${isReleased}
    where t.user_id = ${userId} order by e.attempt_id, e.question_id, e.seq, e.device_id`);
  const overrides = await db.execute(sql`
    select assignment_id as "assignmentId", override, reason, set_at as "setAt" from assignment_override where user_id = ${userId}
    order by assignment_id`);
  const accommodations = await db.execute(sql`
    select class_id as "classId", time_factor_basis_points as "timeFactorBasisPoints", extra_attempts as "extraAttempts",
      valid_until as "validUntil", note, set_at as "setAt" from assignment_accommodation where user_id = ${userId} order by class_id`);
  return { attempts: attempts.rows, answers: answers.rows, overrides: overrides.rows, accommodations: accommodations.rows };
};

export const deleteAssignmentDataOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from attempt where user_id = ${userId}`);
  await tx.execute(sql`delete from assignment_override where user_id = ${userId}`);
  await tx.execute(sql`delete from assignment_accommodation where user_id = ${userId}`);
};
