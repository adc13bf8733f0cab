/** The only SQL of `application`. */
import type { ApplicationKind } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SQL, sql } from '../../platform/sql.ts';

export type StoredState = 'pending' | 'approved' | 'rejected' | 'revoked';

export interface StoredApplication {
  readonly id: string;
  readonly userId: string;
  readonly kind: ApplicationKind;
  readonly state: StoredState;
  /** The submitted form; undefined if the application was approved automatically before any form was submitted. */
  readonly form: unknown;
  readonly proofIds: readonly string[];
  readonly fieldReasons: Readonly<Record<string, string>>;
  readonly reply: string;
  readonly submittedAt: number;
  readonly decidedAt: number | undefined;
  readonly validUntil: number | undefined;
}

interface Row extends Record<string, unknown> {
  id: string;
  user_id: string;
  kind: ApplicationKind;
  state: StoredState;
  form: unknown;
  proof_ids: string[];
  field_reasons: Record<string, string>;
  reply: string;
  submitted_at: number;
  decided_at: number | null;
  valid_until: number | null;
}

const select = async (db: Queryable, rest: SQL): Promise<StoredApplication[]> => {
  const { rows } = await db.execute<Row>(sql`
    select id, user_id, kind, state, form, proof_ids, field_reasons, reply, submitted_at, decided_at, valid_until from application ${rest}`);
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    state: row.state,
    form: row.form ?? undefined,
    proofIds: row.proof_ids,
    fieldReasons: row.field_reasons,
    reply: row.reply,
    submittedAt: row.submitted_at,
    decidedAt: row.decided_at ?? undefined,
    validUntil: row.valid_until ?? undefined,
  }));
};

/** Lists the user's applications of this kind, newest first. */
export const listApplicationsOf = (db: Queryable, userId: string, kind: ApplicationKind): Promise<StoredApplication[]> =>
  select(db, sql`where user_id = ${userId} and kind = ${kind} order by created_at desc, id desc limit 50`);

export const listEveryApplicationOf = (db: Queryable, userId: string): Promise<StoredApplication[]> =>
  select(db, sql`where user_id = ${userId} order by created_at, id`);

/** Returns the approved applications of these teachers, the newest of each user last. */
export const listApprovedTeachers = (db: Queryable, userIds: readonly string[]): Promise<StoredApplication[]> =>
  select(
    db,
    sql`where user_id = any(${sql.param([...userIds])}::text[]) and kind = 'teacher' and state = 'approved' order by created_at, id`,
  );

export const countPendingApplications = async (db: Queryable, kind: ApplicationKind): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from application where state = 'pending' and kind = ${kind}`,
  );
  return rows[0]?.n ?? 0;
};

export const findApplication = async (db: Queryable, id: string): Promise<StoredApplication | undefined> =>
  (await select(db, sql`where id = ${id}`))[0];

/**
 * Locks the application until the transaction ends, so that changes by two editors, or by an editor and the applicant, run one after the
 * other.
 */
export const lockApplication = async (tx: Transaction, id: string): Promise<StoredApplication | undefined> =>
  (await select(tx, sql`where id = ${id} for update`))[0];

export interface SentApplication {
  readonly id: string;
  readonly userId: string;
  readonly kind: ApplicationKind;
  readonly form: unknown;
  readonly proofIds: readonly string[];
  readonly now: number;
}

/** Locks the user's applications until the transaction ends, so that concurrent requests of one user run one after the other. */
export const lockApplicant = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`application of ${userId}`}, 0))`);
};

/**
 * Saves the pending application and returns its id. A user has at most one pending application of each kind; submitting again changes it.
 */
export const putPending = async (tx: Transaction, sent: SentApplication): Promise<string> => {
  const form = sent.form === undefined ? sql`null` : sql`${JSON.stringify(sent.form)}::jsonb`;
  const proofs = sql`${sql.param([...sent.proofIds])}::text[]`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into application (id, user_id, kind, state, form, proof_ids, submitted_at, created_at)
    values (${sent.id}, ${sent.userId}, ${sent.kind}, 'pending', ${form}, ${proofs}, ${sent.now}, ${sent.now})
    on conflict (user_id, kind) where state = 'pending' do update set form = ${form}, proof_ids = ${proofs}, submitted_at = ${sent.now}
    returning id`);
  const [row] = rows;
  if (row === undefined) throw new Error('the application was not stored');
  return row.id;
};

export interface Decision {
  readonly id: string;
  readonly state: Exclude<StoredState, 'pending'>;
  readonly fieldReasons: Readonly<Record<string, string>>;
  readonly reply: string;
  readonly decidedBy: string;
  readonly decidedAt: number;
  readonly validUntil: number | undefined;
}

export const putDecision = async (tx: Transaction, decision: Decision): Promise<void> => {
  const { id, state, fieldReasons, reply, decidedBy, decidedAt, validUntil = null } = decision;
  await tx.execute(sql`
    update application set state = ${state}, field_reasons = ${JSON.stringify(fieldReasons)}::jsonb, reply = ${reply},
      decided_by = ${decidedBy}, decided_at = ${decidedAt}, valid_until = ${validUntil}::bigint
    where id = ${id}`);
};

/** Returns a page of applications: pending ones in the order of submission, others in the order of decision. */
export const listApplicationsPage = (
  db: Queryable,
  filter: { state: StoredState; kind: ApplicationKind | undefined; after: TimeCursor | undefined; limit: number },
): Promise<StoredApplication[]> => {
  const { state, kind, after, limit } = filter;
  const waits = state === 'pending';
  const at = waits ? sql`submitted_at` : sql`decided_at`;
  const [order, beyond] = waits ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  return select(
    db,
    sql`where state = ${state} ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
      ${after === undefined ? sql`` : sql`and (${at}, id) ${beyond} (${after.at}::bigint, ${after.id})`}
      order by ${at} ${order}, id ${order} limit ${limit}`,
  );
};

export const countApplications = async (db: Queryable, kind: ApplicationKind | undefined): Promise<Record<StoredState, number>> => {
  const { rows } = await db.execute<{ state: StoredState; n: number }>(
    sql`select state, count(*)::int as n from application ${kind === undefined ? sql`` : sql`where kind = ${kind}`} group by state`,
  );
  return { pending: 0, approved: 0, rejected: 0, revoked: 0, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) };
};

/** Lists applications decided before this time that still have proofs. */
export const listProofsDecidedBefore = (db: Queryable, before: number, limit: number): Promise<StoredApplication[]> =>
  select(db, sql`where decided_at < ${before} and state <> 'pending' and cardinality(proof_ids) > 0 order by decided_at limit ${limit}`);

export const emptyProofs = async (tx: Transaction, id: string): Promise<void> => {
  await tx.execute(sql`update application set proof_ids = '{}' where id = ${id}`);
};

/** Returns whether another pending application of the user refers to the file. */
export const isProofInUse = async (db: Queryable, fileId: string, exceptId: string): Promise<boolean> => {
  const { rows } = await db.execute(sql`select 1 from application where ${fileId} = any(proof_ids) and id <> ${exceptId} limit 1`);
  return rows.length > 0;
};

export const deleteApplicationsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from application where user_id = ${userId}`);
};
