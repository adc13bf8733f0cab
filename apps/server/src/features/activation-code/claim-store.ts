/** The only SQL that touches `code_claim`. */
import type { ClaimReason, ClaimStatus } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { TimeCursor } from '../../platform/http/cursor.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import { isBookInScope } from '../publication/versions/publisher-scope.ts';

export interface StoredClaim {
  readonly id: string;
  readonly userId: string;
  readonly bookId: string;
  readonly reason: ClaimReason;
  readonly photoIds: readonly string[];
  readonly partial: string;
  readonly note: string;
  readonly status: ClaimStatus;
  readonly reply: string;
  readonly createdAt: number;
  readonly decidedAt: number | undefined;
  /** The fourth printed group of the code that was voided with the decision. */
  readonly voidedCode: string | undefined;
}

interface ClaimRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  book_id: string;
  reason: ClaimReason;
  photo_ids: string[];
  partial: string;
  note: string;
  status: ClaimStatus;
  reply: string;
  created_at: number;
  decided_at: number | null;
  voided_last4: string | null;
}

const select = async (db: Queryable, rest: SQL): Promise<StoredClaim[]> => {
  const { rows } = await db.execute<ClaimRow>(
    sql`select id, user_id, book_id, reason, photo_ids, partial, note, status, reply, created_at, decided_at,
      (select code.last4 from activation_code code where code.hmac = voided_code) as voided_last4 from code_claim ${rest}`,
  );
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    bookId: row.book_id,
    reason: row.reason,
    photoIds: row.photo_ids,
    partial: row.partial,
    note: row.note,
    status: row.status,
    reply: row.reply,
    createdAt: row.created_at,
    decidedAt: row.decided_at ?? undefined,
    voidedCode: row.voided_last4 ?? undefined,
  }));
};

/** Inserts a claim. Returns false if the user already has an open claim for this book. */
export const insertClaim = async (db: Queryable, claim: StoredClaim): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    insert into code_claim (id, user_id, book_id, reason, photo_ids, partial, note, status, created_at)
    values (${claim.id}, ${claim.userId}, ${claim.bookId}, ${claim.reason}, ${sql.param([...claim.photoIds])}::text[], ${claim.partial},
      ${claim.note}, ${claim.status}, ${claim.createdAt})
    on conflict (user_id, book_id) where status = 'open' do nothing`);
  return rowCount === 1;
};

const CLAIMS_SHOWN = 100;

export const listClaimsOf = (db: Queryable, userId: string): Promise<StoredClaim[]> =>
  select(db, sql`where user_id = ${userId} order by created_at desc, id desc limit ${CLAIMS_SHOWN}`);

export const countOpenClaims = async (db: Queryable, scope: AccessScope | undefined): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from code_claim where status = 'open' and ${isBookInScope(sql`code_claim.book_id`, scope)}`,
  );
  return rows[0]?.n ?? 0;
};

export const findClaim = async (db: Queryable, id: string): Promise<StoredClaim | undefined> =>
  (await select(db, sql`where id = ${id}`))[0];

/** Returns a page of claims: open ones oldest first, others newest first. */
export const listClaimsPage = (
  db: Queryable,
  { status, scope, after, limit }: { status: ClaimStatus; scope: AccessScope | undefined; after: TimeCursor | undefined; limit: number },
): Promise<StoredClaim[]> => {
  const [order, beyond] = status === 'open' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  return select(
    db,
    sql`where status = ${status} and ${isBookInScope(sql`code_claim.book_id`, scope)} ${after === undefined ? sql`` : sql`and (created_at, id) ${beyond} (${after.at}::bigint, ${after.id})`}
      order by created_at ${order}, id ${order} limit ${limit}`,
  );
};

/** Stores the decision on an `open` claim. Returns undefined if the claim was decided concurrently. */
export const decideClaimRow = async (
  tx: Transaction,
  id: string,
  {
    status,
    reply,
    voidedCode,
    by,
    at,
  }: { status: 'approved' | 'rejected'; reply: string; voidedCode: Buffer | undefined; by: string; at: number },
): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update code_claim set status = ${status}, reply = ${reply}, voided_code = ${voidedCode ?? null}, decided_by = ${by}, decided_at = ${at} where id = ${id} and status = 'open'`);
  return rowCount === 1;
};

export const readClaims = async (db: Queryable, userId: string): Promise<Record<string, unknown>[]> => {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select id, book_id as "bookId", reason, photo_ids as "photoIds", partial, note, status, reply, created_at as "createdAt", decided_at as "decidedAt"
    from code_claim where user_id = ${userId} order by created_at, id`);
  return rows;
};

export const deleteClaimsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from code_claim where user_id = ${userId}`);
};
