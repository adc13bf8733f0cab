/** The only SQL of batches, of code ranges, and of the secrets that codes are derived from. */
import type { BatchState } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import { isBookInScope } from '../publication/versions/publisher-scope.ts';
import type { CodeBatch } from './code-batch.ts';

export interface StoredBatch extends CodeBatch {
  readonly reply: string;
  readonly decidedAt: number | undefined;
  readonly exportedBy: string | undefined;
  readonly codes: { readonly free: number; readonly bound: number; readonly released: number; readonly void: number };
}

interface BatchRow extends Record<string, unknown> {
  id: string;
  book_id: string;
  purpose: CodeBatch['purpose'];
  state: BatchState;
  count: number;
  printing: string | null;
  box_size: number;
  term_days: number | null;
  valid_from: number;
  valid_until: number | null;
  rebind_limit: number;
  created_by: string;
  approved_by: string | null;
  reply: string;
  decided_at: number | null;
  exported_by: string | null;
  exported_at: number | null;
  created_at: number;
  free: number;
  bound: number;
  released: number;
  void: number;
}

const toBatch = (row: BatchRow): StoredBatch => ({
  id: row.id,
  bookId: row.book_id,
  purpose: row.purpose,
  state: row.state,
  count: row.count,
  printing: row.printing ?? undefined,
  boxSize: row.box_size,
  termDays: row.term_days ?? undefined,
  validFrom: row.valid_from,
  validUntil: row.valid_until ?? undefined,
  rebindLimit: row.rebind_limit,
  createdBy: row.created_by,
  approvedBy: row.approved_by ?? undefined,
  reply: row.reply,
  decidedAt: row.decided_at ?? undefined,
  exportedBy: row.exported_by ?? undefined,
  exportedAt: row.exported_at ?? undefined,
  createdAt: row.created_at,
  codes: { free: row.free, bound: row.bound, released: row.released, void: row.void },
});

const select = async (db: Queryable, rest: SQL): Promise<StoredBatch[]> => {
  const { rows } = await db.execute<BatchRow>(sql`
    select b.*, counted.* from (select * from code_batch ${rest}) b cross join lateral (
      select count(*) filter (where status in ('minted', 'exported'))::int as free, count(*) filter (where status = 'bound')::int as bound,
        count(*) filter (where status = 'released')::int as released, count(*) filter (where status = 'void')::int as void
      from activation_code where batch_id = b.id) counted
    order by b.created_at desc, b.id desc`);
  return rows.map(toBatch);
};

/** Lists batches, newest first, after the cursor `after`. */
export const listBatches = (
  db: Queryable,
  {
    state,
    scope,
    after,
    limit,
  }: { state: BatchState | undefined; scope: AccessScope | undefined; after: TimeCursor | undefined; limit: number },
): Promise<StoredBatch[]> =>
  select(
    db,
    sql`where ${isBookInScope(sql`code_batch.book_id`, scope)} ${state === undefined ? sql`` : sql`and state = ${state}`}
      ${after === undefined ? sql`` : sql`and (created_at, id) < (${after.at}::bigint, ${after.id})`}
      order by created_at desc, id desc limit ${limit}`,
  );

/** Counts the requested batches that this user may approve or reject: those that other users requested. */
export const countBatchesToDecide = async (db: Queryable, userId: string, scope: AccessScope | undefined): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from code_batch where state = 'requested' and created_by <> ${userId} and ${isBookInScope(sql`code_batch.book_id`, scope)}`,
  );
  return rows[0]?.n ?? 0;
};

export const findBatch = async (db: Queryable, id: string): Promise<StoredBatch | undefined> =>
  (await select(db, sql`where id = ${id}`))[0];

export const insertBatch = async (tx: Queryable, batch: CodeBatch): Promise<void> => {
  await tx.execute(sql`
    insert into code_batch (id, book_id, purpose, state, count, printing, box_size, term_days, valid_from, valid_until, rebind_limit,
      created_by, approved_by, exported_at, created_at)
    values (${batch.id}, ${batch.bookId}, ${batch.purpose}, ${batch.state}, ${batch.count}, ${batch.printing ?? null}, ${batch.boxSize},
      ${batch.termDays ?? null}, ${batch.validFrom}, ${batch.validUntil ?? null}, ${batch.rebindLimit}, ${batch.createdBy},
      ${batch.approvedBy ?? null}, ${batch.exportedAt ?? null}, ${batch.createdAt})`);
};

/** Approves a `requested` batch. Returns false if the batch is in another state, or if the user `by` requested it. */
export const approveBatch = async (
  tx: Transaction,
  id: string,
  { by, reply, sealedSecret, at }: { by: string; reply: string; sealedSecret: Buffer; at: number },
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update code_batch set state = 'approved', approved_by = ${by}, reply = ${reply}, sealed_secret = ${sealedSecret}, decided_at = ${at}
    where id = ${id} and state = 'requested' and created_by <> ${by}`);
  return rowCount === 1;
};

export const rejectBatch = async (
  tx: Transaction,
  id: string,
  { by, reply, at }: { by: string; reply: string; at: number },
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update code_batch set state = 'rejected', approved_by = ${by}, reply = ${reply}, decided_at = ${at}
    where id = ${id} and state = 'requested' and created_by <> ${by}`);
  return rowCount === 1;
};

/**
 * Deletes and returns the secret from which the codes are derived; undefined if there is none. Of two concurrent callers only one gets it.
 */
export const takeSealedSecret = async (
  tx: Transaction,
  id: string,
  { by, boxSize, at }: { by: string; boxSize: number; at: number },
): Promise<Buffer | undefined> => {
  const { rows } = await tx.execute<{ sealed_secret: Buffer }>(sql`
    with taken as (select id, sealed_secret from code_batch where id = ${id} and state = 'approved' for update)
    update code_batch b set state = 'exported', sealed_secret = null, box_size = ${boxSize}, exported_by = ${by}, exported_at = ${at}
    from taken where b.id = taken.id and b.state = 'approved' returning taken.sealed_secret`);
  await tx.execute(sql`update activation_code set status = 'exported' where batch_id = ${id} and status = 'minted'`);
  return rows[0]?.sealed_secret;
};

/** Returns the number of void codes by box number; boxes without void codes are absent. */
export const countVoidByBox = async (db: Queryable, batchId: string, boxSize: number): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await db.execute<{ box: number; void: number }>(sql`
    select (serial - 1) / ${boxSize}::int + 1 as box, count(*)::int as void from activation_code
    where batch_id = ${batchId} and status = 'void' and serial is not null group by 1`);
  return new Map(rows.map(({ box, void: gone }) => [box, gone]));
};

export interface VoidedCode {
  readonly hmac: string;
  /** The user to whom the voided code was bound; undefined if it was not bound. */
  readonly userId: string | undefined;
}

/** Voids codes of a batch; codes that users have bound only if `bound` is true. Returns the voided codes. */
export const voidCodesOf = async (
  tx: Transaction,
  batchId: string,
  range: { from: number; to: number } | undefined,
  bound: boolean,
): Promise<VoidedCode[]> => {
  const { rows } = await tx.execute<{ hmac: string; user_id: string | null }>(sql`
    with chosen as (
      select hmac, bound_user_id from activation_code
      where batch_id = ${batchId} and status <> 'void' ${bound ? sql`` : sql`and status <> 'bound'`}
        ${range === undefined ? sql`` : sql`and serial between ${range.from} and ${range.to}`} for update)
    update activation_code code set status = 'void', bound_user_id = null from chosen where code.hmac = chosen.hmac
    returning encode(code.hmac, 'hex') as hmac, chosen.bound_user_id as user_id`);
  return rows.map(({ hmac, user_id }) => ({ hmac, userId: user_id ?? undefined }));
};

/** Voids the whole batch and deletes the secret of its codes. */
export const closeBatch = async (tx: Transaction, id: string, reply: string): Promise<void> => {
  await tx.execute(sql`update code_batch set state = 'void', sealed_secret = null, reply = ${reply} where id = ${id}`);
};
