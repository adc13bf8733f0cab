/** The SQL on exam sessions: pauses, added time, incidents, and who is there. */
import type { ExamIncidentKind } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../../platform/database.ts';
import { type SQL, sql } from '../../../platform/sql.ts';

/** The attempts of an assignment that an action is about: of one student, or of all. */
interface Target {
  readonly assignmentId: string;
  readonly userId: string | undefined;
}

const isOf = ({ assignmentId, userId }: Target): SQL =>
  sql`assignment_id = ${assignmentId} and state = 'running' ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}`;

const changed = async (tx: Transaction, statement: SQL): Promise<string[]> =>
  (await tx.execute<{ userId: string }>(sql`${statement} returning user_id as "userId"`)).rows.map(({ userId }) => userId);

/** Pauses running attempts. Returns their users. */
export const pauseAttempts = (tx: Transaction, target: Target, now: number): Promise<string[]> =>
  changed(
    tx,
    sql`update attempt set paused_at = ${now}, paused_left_ms = greatest(0, deadline_at - ${now}), deadline_at = null
      where ${isOf(target)} and paused_at is null`,
  );

/** Lets paused attempts go on with the time that was left. Returns their users. */
export const resumeAttempts = (tx: Transaction, target: Target, now: number): Promise<string[]> =>
  changed(
    tx,
    sql`update attempt set deadline_at = ${now}::bigint + paused_left_ms, extra_ms = extra_ms + (${now} - paused_at), paused_at = null,
        paused_left_ms = null
      where ${isOf(target)} and paused_at is not null`,
  );

/** Adds time to running attempts that have a limit. Returns their users. */
export const extendAttempts = (tx: Transaction, target: Target, extraMs: number): Promise<string[]> =>
  changed(
    tx,
    sql`update attempt set extra_ms = extra_ms + ${extraMs}, deadline_at = deadline_at + ${extraMs}, paused_left_ms = paused_left_ms + ${extraMs}
      where ${isOf(target)} and (deadline_at is not null or paused_left_ms is not null)`,
  );

/** Returns the users of running attempts. */
export const listWriters = async (db: Queryable, assignmentId: string): Promise<string[]> => {
  const { rows } = await db.execute<{ userId: string }>(
    sql`select user_id as "userId" from attempt where ${isOf({ assignmentId, userId: undefined })}`,
  );
  return rows.map(({ userId }) => userId);
};

/** Sets whether all are paused, also those who start now. Returns whether that changed. */
export const setSessionPause = async (tx: Transaction, assignmentId: string, pausedAt: number | null): Promise<boolean> => {
  const { rowCount } = await tx.execute(
    pausedAt === null
      ? sql`update exam_session set paused_at = null where assignment_id = ${assignmentId} and paused_at is not null`
      : sql`insert into exam_session as s (assignment_id, paused_at) values (${assignmentId}, ${pausedAt})
          on conflict (assignment_id) do update set paused_at = excluded.paused_at where s.paused_at is null`,
  );
  return (rowCount ?? 0) > 0;
};

export const isSessionPaused = async (db: Queryable, assignmentId: string): Promise<boolean> =>
  (await db.execute(sql`select 1 from exam_session where assignment_id = ${assignmentId} and paused_at is not null`)).rows.length > 0;

export interface StoredIncident {
  readonly id: string;
  readonly kind: ExamIncidentKind;
  readonly userId: string | null;
  readonly minutes: number | null;
  readonly body: string;
  readonly byName: string;
  readonly at: number;
}

export const insertIncident = async (tx: Transaction, assignmentId: string, one: StoredIncident): Promise<void> => {
  await tx.execute(sql`
    insert into exam_incident (id, assignment_id, kind, user_id, minutes, body, by_name, at)
    values (${one.id}, ${assignmentId}, ${one.kind}, ${one.userId}, ${one.minutes}::int, ${one.body}, ${one.byName}, ${one.at})`);
};

/** Returns the incidents of an assignment with the number of acknowledgments, the newest first. */
export const listIncidents = async (db: Queryable, assignmentId: string): Promise<(StoredIncident & { acknowledged: number })[]> => {
  const { rows } = await db.execute<Row<StoredIncident & { acknowledged: number }>>(sql`
    select i.id, i.kind, i.user_id as "userId", i.minutes, i.body, i.by_name as "byName", i.at,
      (select count(*)::int from exam_acknowledgment k where k.incident_id = i.id) as acknowledged
    from exam_incident i where i.assignment_id = ${assignmentId} order by i.at desc, i.id desc`);
  return rows;
};

/** Returns the corrections of an assignment, the oldest first, with what the user has acknowledged. */
export const listCorrections = async (
  db: Queryable,
  assignmentId: string,
  userId: string,
): Promise<{ id: string; body: string; at: number; isAcknowledged: boolean }[]> => {
  const { rows } = await db.execute<Row<{ id: string; body: string; at: number; isAcknowledged: boolean }>>(sql`
    select i.id, i.body, i.at, k.user_id is not null as "isAcknowledged"
    from exam_incident i left join exam_acknowledgment k on k.incident_id = i.id and k.user_id = ${userId}
    where i.assignment_id = ${assignmentId} and i.kind = 'correct' order by i.at, i.id`);
  return rows;
};

export const acknowledge = async (db: Queryable, incidentId: string, userId: string, at: number): Promise<void> => {
  await db.execute(sql`
    insert into exam_acknowledgment (incident_id, user_id, at) values (${incidentId}, ${userId}, ${at}) on conflict do nothing`);
};

export const putPresence = async (db: Queryable, attemptId: string, seenAt: number): Promise<void> => {
  await db.execute(sql`
    insert into exam_presence (attempt_id, seen_at) values (${attemptId}, ${seenAt})
    on conflict (attempt_id) do update set seen_at = excluded.seen_at`);
};

export interface AttemptPause {
  readonly pausedAt: number | null;
  readonly leftMs: number | null;
}

export const findPause = async (db: Queryable, attemptId: string): Promise<AttemptPause | undefined> =>
  (
    await db.execute<Row<AttemptPause>>(
      sql`select paused_at as "pausedAt", paused_left_ms as "leftMs" from attempt where id = ${attemptId} and state = 'running'`,
    )
  ).rows[0];

export interface RoomRow extends AttemptPause {
  readonly userId: string;
  readonly state: 'running' | 'handedIn';
  readonly startedAt: number;
  readonly deadlineAt: number | null;
  readonly finishedAt: number | null;
  readonly answered: number;
  readonly seenAt: number | null;
  readonly acknowledged: number;
}

/** Returns the newest started attempt of each student, with the number of answered questions and acknowledged corrections. */
export const listRoom = async (db: Queryable, assignmentId: string): Promise<RoomRow[]> => {
  const { rows } = await db.execute<Row<RoomRow>>(sql`
    select distinct on (t.user_id) t.user_id as "userId", t.state, t.started_at as "startedAt", t.deadline_at as "deadlineAt",
      t.finished_at as "finishedAt", t.paused_at as "pausedAt", t.paused_left_ms as "leftMs", p.seen_at as "seenAt",
      (select count(distinct e.question_id)::int from answer_event e where e.attempt_id = t.id and not e.is_after_end) as answered,
      (select count(*)::int from exam_acknowledgment k join exam_incident i on i.id = k.incident_id
        where i.assignment_id = t.assignment_id and k.user_id = t.user_id) as acknowledged
    from attempt t left join exam_presence p on p.attempt_id = t.id
    where t.assignment_id = ${assignmentId} and t.state <> 'provisioned' order by t.user_id, t.no desc`);
  return rows;
};

/** Returns what is stored about the user, for the data export. */
export const readExamData = async (db: Queryable, userId: string): Promise<{ incidents: unknown[]; acknowledged: unknown[] }> => {
  const incidents = await db.execute(sql`
    select kind, minutes, body, at from exam_incident where user_id = ${userId} order by at`);
  const acknowledged = await db.execute(sql`
    select i.body, k.at from exam_acknowledgment k join exam_incident i on i.id = k.incident_id where k.user_id = ${userId} order by k.at`);
  return { incidents: incidents.rows, acknowledged: acknowledged.rows };
};

export const deleteExamDataOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from exam_acknowledgment where user_id = ${userId}`);
  await tx.execute(sql`delete from exam_incident where user_id = ${userId}`);
};
