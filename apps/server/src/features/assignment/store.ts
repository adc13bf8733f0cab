/** The SQL on assignments, their questions and the overrides of students. */
import type {
  Accommodation,
  AssignmentKind,
  AssignmentPolicy,
  AssignmentQuestion,
  AssignmentStatus,
  AssignmentTask,
  ClassStatus,
  PolicyOverride,
  QuestionKey,
  ReleaseRules,
} from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import type { ClassAccess } from '../teaching/class-access.ts';

export interface StoredAssignment {
  readonly id: string;
  readonly classId: string;
  readonly kind: AssignmentKind;
  readonly title: string;
  readonly instructions: string;
  readonly status: AssignmentStatus;
  readonly policy: AssignmentPolicy;
  readonly release: ReleaseRules;
  readonly isShuffled: boolean;
  readonly task: AssignmentTask | null;
  readonly questions: number;
  readonly possibleMilli: number;
  readonly rev: number;
  readonly createdAt: number;
  readonly publishedAt: number | null;
}

const COLUMNS = sql`a.id, a.class_id as "classId", a.kind, a.title, a.instructions, a.status, a.policy, a.release,
  a.is_shuffled as "isShuffled", a.task, a.questions, a.possible_milli as "possibleMilli", a.rev, a.created_at as "createdAt",
  a.published_at as "publishedAt"`;

/** The accommodation of the row `x` as JSON; null without one. */
export const ACCOMMODATION = sql`case when x.user_id is not null then json_build_object('timeFactorBasisPoints', x.time_factor_basis_points,
  'extraAttempts', x.extra_attempts, 'validUntil', x.valid_until) end`;

/** An assignment with its class, and what applies to the caller. */
export interface CallerAssignment extends StoredAssignment {
  readonly className: string;
  readonly classStatus: ClassStatus;
  /** What the caller may do in the class; null for everyone outside of it. */
  readonly access: ClassAccess | null;
  readonly override: PolicyOverride | null;
  readonly accommodation: Accommodation | null;
}

const selectFor = async (db: Queryable, userId: string, rest: SQL): Promise<CallerAssignment[]> => {
  const { rows } = await db.execute<Row<CallerAssignment>>(sql`
    select ${COLUMNS}, c.name as "className", c.status as "classStatus", o.override, ${ACCOMMODATION} as accommodation,
      case when c.teacher_id = ${userId} then 'own' when k.access is not null then k.access when m.user_id is not null then 'member' end as access
    from assignment a join class_group c on c.id = a.class_id
    left join class_co_teacher k on k.class_id = a.class_id and k.user_id = ${userId}
    left join class_member m on m.class_id = a.class_id and m.user_id = ${userId} and m.status = 'active'
    left join assignment_override o on o.assignment_id = a.id and o.user_id = ${userId}
    left join assignment_accommodation x on x.class_id = a.class_id and x.user_id = ${userId}
    ${rest}`);
  return rows;
};

/** Returns an assignment with what applies to the user, who may be anybody. */
export const findAssignmentFor = async (db: Queryable, userId: string, id: string): Promise<CallerAssignment | undefined> =>
  (await selectFor(db, userId, sql`where a.id = ${id}`))[0];

/** Returns these assignments with what applies to the user. */
export const findAssignmentsFor = (db: Queryable, userId: string, ids: readonly string[]): Promise<CallerAssignment[]> =>
  selectFor(db, userId, sql`where a.id = any(${sql.param([...ids])}::text[])`);

/** Returns an assignment as it is stored. Throws an `Error` if it does not exist. */
export const getStoredAssignment = async (db: Queryable, id: string): Promise<StoredAssignment> => {
  const { rows } = await db.execute<Row<StoredAssignment>>(sql`select ${COLUMNS} from assignment a where a.id = ${id}`);
  const [found] = rows;
  if (found === undefined) throw new Error(`no assignment ${id}`);
  return found;
};

/** Locks the assignment until the transaction ends. */
export const lockAssignmentFor = async (tx: Transaction, userId: string, id: string): Promise<CallerAssignment | undefined> =>
  (await selectFor(tx, userId, sql`where a.id = ${id} for update of a`))[0];

/** Returns the assignments of a class, the newest first; `withDrafts` for the teacher. */
export const listAssignmentsOfClass = (
  db: Queryable,
  { userId, classId, withDrafts }: { userId: string; classId: string; withDrafts: boolean },
): Promise<CallerAssignment[]> =>
  selectFor(
    db,
    userId,
    sql`where a.class_id = ${classId} ${withDrafts ? sql`` : sql`and a.status <> 'draft'`} order by a.created_at desc, a.id desc`,
  );

/** Returns the published assignments of the active classes that the user is an active member of; external ones have nothing to do. */
export const listAssignmentsOfMember = (db: Queryable, userId: string): Promise<CallerAssignment[]> =>
  selectFor(
    db,
    userId,
    sql`where a.class_id in (select class_id from class_member where user_id = ${userId} and status = 'active')
      and c.status = 'active' and a.status = 'published' and a.kind <> 'external'`,
  );

/** Returns the assignments of these classes with responses that a person must score, and their number. */
export const countUnscored = async (
  db: Queryable,
  classIds: readonly string[],
): Promise<{ classId: string; id: string; title: string; count: number }[]> => {
  const { rows } = await db.execute<{ classId: string; id: string; title: string; count: number }>(sql`
    select a.class_id as "classId", a.id, a.title, sum(t.unscored)::int as count
    from assignment a join attempt t on t.assignment_id = a.id
    where a.class_id = any(${sql.param([...classIds])}::text[]) and t.unscored > 0
    group by a.id order by a.created_at, a.id`);
  return rows;
};

export const countAssignmentsOfClass = async (tx: Transaction, classId: string): Promise<number> => {
  const { rows } = await tx.execute<Row<{ count: number }>>(sql`select count(*)::int as count from assignment where class_id = ${classId}`);
  return rows[0]?.count ?? 0;
};

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

export const insertAssignment = async (tx: Transaction, one: StoredAssignment): Promise<void> => {
  await tx.execute(sql`
    insert into assignment (id, class_id, kind, title, instructions, status, policy, release, is_shuffled, task, possible_milli, created_at)
    values (${one.id}, ${one.classId}, ${one.kind}, ${one.title}, ${one.instructions}, ${one.status}, ${JSON.stringify(one.policy)}::jsonb,
      ${JSON.stringify(one.release)}::jsonb, ${one.isShuffled}, ${jsonOf(one.task)}::jsonb, ${one.possibleMilli},
      ${one.createdAt})`);
};

/** Replaces what a teacher may change, and counts the change. */
export const putAssignment = async (
  tx: Transaction,
  one: Omit<StoredAssignment, 'classId' | 'kind' | 'rev' | 'createdAt'> & { readonly closedAt: number | null },
): Promise<void> => {
  await tx.execute(sql`
    update assignment set title = ${one.title}, instructions = ${one.instructions}, status = ${one.status},
      policy = ${JSON.stringify(one.policy)}::jsonb, release = ${JSON.stringify(one.release)}::jsonb, is_shuffled = ${one.isShuffled},
      task = ${jsonOf(one.task)}::jsonb, questions = ${one.questions}, possible_milli = ${one.possibleMilli}, published_at = ${one.publishedAt},
      closed_at = coalesce(${one.closedAt}, closed_at), rev = rev + 1
    where id = ${one.id}`);
};

export const deleteAssignmentRow = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`delete from assignment where id = ${id}`);
};

/** A question of an assignment as it is stored. */
export interface PaperRow extends AssignmentQuestion {
  readonly possibleMilli: number;
  /** The bank's question, and its version; null for the question of a task. */
  readonly sourceId: string | null;
  readonly versionId: string | null;
}

/** Replaces the questions of a draft. */
export const putQuestions = async (tx: Transaction, assignmentId: string, questions: readonly PaperRow[]): Promise<void> => {
  await tx.execute(sql`delete from assignment_question where assignment_id = ${assignmentId}`);
  const rows = questions.map(({ id, view, key, possibleMilli, sourceId, versionId }, index) => ({
    id,
    position: index + 1,
    content: view,
    answer_key: key,
    possible_milli: possibleMilli,
    source_id: sourceId,
    version_id: versionId,
  }));
  await tx.execute(sql`
    insert into assignment_question (assignment_id, id, position, content, answer_key, possible_milli, source_id, version_id)
    select ${assignmentId}, q.id, q.position, q.content, q.answer_key, q.possible_milli, q.source_id, q.version_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as q (id text, position int, content jsonb, answer_key jsonb, possible_milli int, source_id text,
        version_id text)`);
};

/** A question without its key. */
export interface StoredQuestion {
  readonly id: string;
  readonly view: AssignmentQuestion['view'];
  readonly possibleMilli: number;
}

export const listQuestions = async (db: Queryable, assignmentId: string): Promise<StoredQuestion[]> => {
  const { rows } = await db.execute<Row<StoredQuestion>>(sql`
    select id, content as view, possible_milli as "possibleMilli" from assignment_question
    where assignment_id = ${assignmentId} order by position`);
  return rows;
};

/** Returns the keys of the questions by their id, in the order of the assignment. */
export const listKeys = async (db: Queryable, assignmentId: string): Promise<Map<string, QuestionKey>> => {
  const { rows } = await db.execute<Row<{ id: string; key: QuestionKey }>>(sql`
    select id, answer_key as key from assignment_question where assignment_id = ${assignmentId} order by position`);
  return new Map(rows.map(({ id, key }) => [id, key]));
};

/** Sets the override of a student; null removes it. */
export const putOverride = async (
  tx: Transaction,
  assignmentId: string,
  userId: string,
  { override, reason, setAt }: { override: PolicyOverride | null; reason: string; setAt: number },
): Promise<void> => {
  await tx.execute(
    override === null
      ? sql`delete from assignment_override where assignment_id = ${assignmentId} and user_id = ${userId}`
      : sql`insert into assignment_override (assignment_id, user_id, override, reason, set_at)
          values (${assignmentId}, ${userId}, ${JSON.stringify(override)}::jsonb, ${reason}, ${setAt})
          on conflict (assignment_id, user_id) do update set override = excluded.override, reason = excluded.reason, set_at = excluded.set_at`,
  );
};

/** Returns the progress of each assignment: users who started and who handed in, and responses that a person must score. */
export const countProgress = async (
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, { started: number; handedIn: number; unscored: number }>> => {
  const { rows } = await db.execute<Row<{ id: string; started: number; handedIn: number; unscored: number }>>(sql`
    select assignment_id as id, count(distinct user_id) filter (where state <> 'provisioned')::int as started,
      count(distinct user_id) filter (where state = 'handedIn')::int as "handedIn", coalesce(sum(unscored), 0)::int as "unscored"
    from attempt where assignment_id = any(${sql.param([...ids])}::text[]) group by assignment_id`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
};

/** Returns published assignments that nobody can start any more: their close time, and that of every override, is over. */
export const listAssignmentsToClose = async (db: Queryable, now: number, limit: number): Promise<string[]> => {
  const { rows } = await db.execute<Row<{ id: string }>>(sql`
    select a.id from assignment a where a.status = 'published' and (a.policy->>'closeAt')::bigint <= ${now}
      and not exists (select 1 from attempt t where t.assignment_id = a.id and t.state = 'running')
      and not exists (select 1 from assignment_override o where o.assignment_id = a.id and o.override ? 'closeAt'
        and (o.override->>'closeAt' is null or (o.override->>'closeAt')::bigint > ${now}))
    limit ${limit}`);
  return rows.map(({ id }) => id);
};

/** Closes published assignments; those that are closed meanwhile stay. */
export const closeAssignments = async (db: Queryable, ids: readonly string[], now: number): Promise<void> => {
  await db.execute(sql`
    update assignment set status = 'closed', closed_at = ${now}, rev = rev + 1
    where id = any(${sql.param([...ids])}::text[]) and status = 'published'`);
};
