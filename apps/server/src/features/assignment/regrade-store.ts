/** The SQL on corrected keys and on the history of scores. */
import type { QuestionKey, QuestionResponse, Regrade } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import type { ItemScore } from './attempt-store.ts';

/** The response of a finished attempt to one question, with its score. */
export interface ScoredItem {
  readonly attemptId: string;
  readonly userId: string;
  /** Number of the attempt. */
  readonly no: number;
  readonly finishedAt: number;
  /** Points of the whole attempt. */
  readonly totalMilli: number;
  readonly response: QuestionResponse;
  readonly verdict: ItemScore['verdict'];
  readonly earnedMilli: number | null;
  readonly comment: string;
  readonly isManual: boolean;
  readonly rev: number;
}

/** Locks every started attempt until the transaction ends: none is handed in, and no answer or score is stored meanwhile. */
export const lockAttemptsOf = async (tx: Transaction, assignmentId: string): Promise<void> => {
  await tx.execute(sql`select 1 from attempt where assignment_id = ${assignmentId} and state <> 'provisioned' order by id for update`);
};

/** Returns the responses of all finished attempts to a question. */
export const listScoredItems = async (db: Queryable, assignmentId: string, questionId: string): Promise<ScoredItem[]> => {
  const { rows } = await db.execute<Row<ScoredItem>>(sql`
    select t.id as "attemptId", t.user_id as "userId", t.no, t.finished_at as "finishedAt", coalesce(t.earned_milli, 0) as "totalMilli",
      coalesce(e.response, '{}') as response, s.verdict, s.earned_milli as "earnedMilli", s.comment, s.is_manual as "isManual", s.rev
    from attempt t join item_score s on s.attempt_id = t.id and s.question_id = ${questionId}
    left join lateral (
      select response from answer_event where attempt_id = t.id and question_id = ${questionId} and not is_after_end
      order by seq desc, server_at, device_id collate "C" limit 1) e on true
    where t.assignment_id = ${assignmentId} and t.state = 'handedIn' order by t.user_id, t.no`);
  return rows;
};

export const setQuestionKey = async (tx: Transaction, assignmentId: string, questionId: string, key: QuestionKey): Promise<void> => {
  await tx.execute(sql`
    update assignment_question set answer_key = ${JSON.stringify(key)}::jsonb where assignment_id = ${assignmentId} and id = ${questionId}`);
  await tx.execute(sql`update assignment set rev = rev + 1 where id = ${assignmentId}`);
};

/** A score that changes. */
export interface ScoreChange {
  readonly attemptId: string;
  readonly rev: number;
  readonly beforeMilli: number | null;
  readonly beforeVerdict: ItemScore['verdict'];
  readonly afterMilli: number | null;
  readonly afterVerdict: ItemScore['verdict'];
  readonly comment: string;
}

interface ChangeOrigin {
  readonly questionId: string;
  readonly source: 'teacher' | 'regrade' | 'undo';
  readonly regradeId: string | null;
  readonly byName: string;
  readonly at: number;
}

/** Adds rows of the history of scores. */
export const addScoreChanges = async (
  tx: Transaction,
  changes: readonly ScoreChange[],
  { questionId, source, regradeId, byName, at }: ChangeOrigin,
): Promise<void> => {
  const rows = changes.map((each) => ({
    attempt_id: each.attemptId,
    rev: each.rev,
    before_milli: each.beforeMilli,
    after_milli: each.afterMilli,
    before_verdict: each.beforeVerdict,
    comment: each.comment,
  }));
  await tx.execute(sql`
    insert into score_change (attempt_id, question_id, rev, before_milli, after_milli, before_verdict, comment, source, regrade_id, by_name,
      changed_at)
    select c.attempt_id, ${questionId}, c.rev, c.before_milli, c.after_milli, c.before_verdict, c.comment, ${source}, ${regradeId}, ${byName},
      ${at}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (attempt_id text, rev int, before_milli int, after_milli int, before_verdict text, comment text)`);
};

/** Stores scores that a key gives, with their history and the sums of their attempts. */
export const changeScores = async (tx: Transaction, changes: readonly ScoreChange[], origin: ChangeOrigin): Promise<void> => {
  if (changes.length === 0) return;
  const rows = changes.map((each) => ({ id: each.attemptId, rev: each.rev, earned: each.afterMilli, verdict: each.afterVerdict }));
  await tx.execute(sql`
    update item_score s set earned_milli = c.earned, verdict = c.verdict, rev = c.rev
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id text, rev int, earned int, verdict text)
    where s.attempt_id = c.id and s.question_id = ${origin.questionId}`);
  await tx.execute(sql`
    update attempt t set earned_milli = s.earned, unscored = s.unscored
    from (select attempt_id, coalesce(sum(earned_milli), 0)::int as earned, count(*) filter (where earned_milli is null)::int as unscored
      from item_score where attempt_id = any(${sql.param(changes.map(({ attemptId }) => attemptId))}::text[]) group by attempt_id) s
    where t.id = s.attempt_id`);
  await addScoreChanges(tx, changes, origin);
};

export interface StoredRegrade {
  readonly id: string;
  readonly assignmentId: string;
  readonly questionId: string;
  readonly keyBefore: QuestionKey;
  readonly keyAfter: QuestionKey;
  readonly isRaiseOnly: boolean;
  readonly reason: string;
  readonly byName: string;
  readonly changed: number;
  readonly raised: number;
  readonly lowered: number;
  readonly appliedAt: number;
  readonly undoneAt: number | null;
}

const selectRegrades = async (db: Queryable, where: SQL): Promise<(StoredRegrade & { readonly isLatest: boolean })[]> => {
  const { rows } = await db.execute<Row<StoredRegrade & { isLatest: boolean }>>(sql`
    select r.id, r.assignment_id as "assignmentId", r.question_id as "questionId", r.key_before as "keyBefore", r.key_after as "keyAfter",
      r.is_raise_only as "isRaiseOnly", r.reason, r.by_name as "byName", r.changed, r.raised, r.lowered, r.applied_at as "appliedAt",
      r.undone_at as "undoneAt", r.undone_at is null and not exists (select 1 from regrade later where later.assignment_id = r.assignment_id
        and later.question_id = r.question_id and later.undone_at is null and later.id > r.id) as "isLatest"
    from regrade r where ${where} order by r.id desc`);
  return rows;
};

export const listRegradesOf = (db: Queryable, assignmentId: string) => selectRegrades(db, sql`r.assignment_id = ${assignmentId}`);

export const findRegrade = async (db: Queryable, assignmentId: string, id: string) =>
  (await selectRegrades(db, sql`r.assignment_id = ${assignmentId} and r.id = ${id}`))[0];

export const insertRegrade = async (tx: Transaction, one: Omit<StoredRegrade, 'undoneAt'>): Promise<void> => {
  await tx.execute(sql`
    insert into regrade (id, assignment_id, question_id, key_before, key_after, is_raise_only, reason, by_name, changed, raised, lowered,
      applied_at)
    values (${one.id}, ${one.assignmentId}, ${one.questionId}, ${JSON.stringify(one.keyBefore)}::jsonb, ${JSON.stringify(one.keyAfter)}::jsonb,
      ${one.isRaiseOnly}, ${one.reason}, ${one.byName}, ${one.changed}, ${one.raised}, ${one.lowered}, ${one.appliedAt})`);
};

export const setUndone = async (tx: Transaction, id: string, at: number): Promise<void> => {
  await tx.execute(sql`update regrade set undone_at = ${at} where id = ${id}`);
};

/** Returns the score of each attempt before a correction. */
export const listScoresBefore = async (
  db: Queryable,
  regradeId: string,
): Promise<Map<string, { milli: number | null; verdict: ItemScore['verdict']; rev: number }>> => {
  const { rows } = await db.execute<Row<{ id: string; milli: number | null; verdict: ItemScore['verdict']; rev: number }>>(sql`
    select attempt_id as id, before_milli as milli, before_verdict as verdict, rev from score_change
    where regrade_id = ${regradeId} and source = 'regrade'`);
  return new Map(rows.map(({ id, ...score }) => [id, score]));
};

/** A row of the history of a score. */
export interface StoredScoreChange {
  readonly beforeMilli: number | null;
  readonly afterMilli: number | null;
  readonly comment: string;
  readonly source: 'teacher' | 'regrade' | 'undo';
  readonly byName: string;
  readonly at: number;
}

export const listScoreChanges = async (db: Queryable, attemptId: string, questionId: string): Promise<StoredScoreChange[]> => {
  const { rows } = await db.execute<Row<StoredScoreChange>>(sql`
    select before_milli as "beforeMilli", after_milli as "afterMilli", comment, source, by_name as "byName", changed_at as at
    from score_change where attempt_id = ${attemptId} and question_id = ${questionId} order by rev desc`);
  return rows;
};

/** Returns a correction as teachers see it. */
export const viewRegrade = ({ isLatest, undoneAt, ...one }: StoredRegrade & { readonly isLatest: boolean }): Regrade => ({
  id: one.id,
  questionId: one.questionId,
  reason: one.reason,
  byName: one.byName,
  isRaiseOnly: one.isRaiseOnly,
  raised: one.raised,
  lowered: one.lowered,
  appliedAt: one.appliedAt,
  ...(undoneAt === null ? {} : { undoneAt }),
  isUndoable: isLatest,
});
