/** SQL of single codes; SQL of batches and code ranges is in `batch-store.ts`. */

import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { StoredCode } from './code-batch.ts';

/** Number of codes inserted by one statement; a batch of 200,000 codes takes a hundred statements. */
const ROWS_PER_INSERT = 2_000;

/** Inserts all codes of one batch in the given status, numbered from 1. `codeAt` returns the code of a serial number. */
export const insertCodes = async (
  tx: Transaction,
  batchId: string,
  status: StoredCode['status'],
  count: number,
  codeAt: (serial: number) => { hmac: Buffer; last4: string },
): Promise<void> => {
  for (let start = 0; start < count; start += ROWS_PER_INSERT) {
    const part = Array.from({ length: Math.min(ROWS_PER_INSERT, count - start) }, (_, i) => codeAt(start + i + 1));
    await tx.execute(sql`
      insert into activation_code (hmac, last4, batch_id, status, serial)
      select decode(hash, 'hex'), last4, ${batchId}, ${status}, ${start}::int + place
      from unnest(${sql.param(part.map((code) => code.hmac.toString('hex')))}::text[], ${sql.param(part.map((code) => code.last4))}::text[])
        with ordinality as made (hash, last4, place)`);
  }
};

interface CodeRow extends Record<string, unknown> {
  book_id: string;
  batch_id: string;
  purpose: StoredCode['purpose'];
  status: StoredCode['status'];
  bound_user_id: string | null;
  bound_at: number | null;
  bind_count: number;
  rebind_limit: number;
  term_days: number | null;
  valid_from: number;
  valid_until: number | null;
}

const toKnownCode = (row: CodeRow): StoredCode => ({
  bookId: row.book_id,
  batchId: row.batch_id,
  purpose: row.purpose,
  status: row.status,
  boundUserId: row.bound_user_id ?? undefined,
  boundAt: row.bound_at ?? undefined,
  bindCount: row.bind_count,
  rebindLimit: row.rebind_limit,
  termDays: row.term_days ?? undefined,
  validFrom: row.valid_from,
  validUntil: row.valid_until ?? undefined,
});

/** SQL condition that excludes codes of the purpose `authentication`: they verify teachers and grant no entitlement. */
const OPENS_BOOK = sql`batch.purpose <> 'authentication'`;
const COLUMNS = sql`batch.book_id, code.batch_id, batch.purpose, code.status, code.bound_user_id, code.bound_at, code.bind_count, batch.rebind_limit, batch.term_days, batch.valid_from, batch.valid_until`;

export const findCode = async (db: Queryable, hmac: Buffer): Promise<StoredCode | undefined> => {
  const { rows } = await db.execute<CodeRow>(
    sql`select ${COLUMNS} from activation_code code join code_batch batch on batch.id = code.batch_id where code.hmac = ${hmac}`,
  );
  return rows[0] && toKnownCode(rows[0]);
};

/**
 * Binds the code in one statement if it can still be bound; returns undefined otherwise. Of many concurrent callers one succeeds: the
 * others wait for the row lock and find the code bound.
 */
export const bindCode = async (tx: Transaction, hmac: Buffer, userId: string, now: number): Promise<StoredCode | undefined> => {
  const { rows } = await tx.execute<CodeRow>(sql`
    update activation_code code set status = 'bound', bound_user_id = ${userId}, bound_at = ${now}, bind_count = code.bind_count + 1
    from code_batch batch
    where code.hmac = ${hmac} and batch.id = code.batch_id
      and (code.status in ('minted', 'exported') or (code.status = 'released' and code.bind_count <= batch.rebind_limit))
      and batch.valid_from <= ${now} and (batch.valid_until is null or batch.valid_until > ${now})
    returning ${COLUMNS}`);
  return rows[0] && toKnownCode(rows[0]);
};

/** Returns what the user may see of the codes they bound. The codes themselves are not stored. */
export const listCodesBoundBy = async (db: Queryable, userId: string): Promise<Record<string, unknown>[]> => {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select code.last4, batch.purpose, batch.book_id as "bookId", code.status, code.bound_at as "boundAt"
    from activation_code code join code_batch batch on batch.id = code.batch_id
    where code.bound_user_id = ${userId} order by code.bound_at, code.hmac`);
  return rows;
};

/** Removes the user from the codes that the user bound, when the account is erased. The codes stay used. */
export const unbindCodesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`update activation_code set bound_user_id = null where bound_user_id = ${userId}`);
};

/** A bound code as its owner sees it. */
export interface HeldCode {
  /** The hash of the code in hexadecimal: identifies the code without revealing it. */
  readonly id: string;
  readonly last4: string;
  readonly bookId: string;
  readonly boundAt: number;
  readonly bindCount: number;
  readonly rebindLimit: number;
}

interface HeldCodeRow extends Record<string, unknown> {
  id: string;
  last4: string;
  book_id: string;
  bound_at: number;
  bind_count: number;
  rebind_limit: number;
}

/** Lists the codes that the user has bound, the last bound first. */
export const listHeldCodes = async (db: Queryable, userId: string): Promise<HeldCode[]> => {
  const { rows } = await db.execute<HeldCodeRow>(sql`
    select encode(code.hmac, 'hex') as id, code.last4, batch.book_id, code.bound_at, code.bind_count, batch.rebind_limit
    from activation_code code join code_batch batch on batch.id = code.batch_id
    where code.bound_user_id = ${userId} and code.status = 'bound' and ${OPENS_BOOK} order by code.bound_at desc, code.hmac`);
  return rows.map((row) => ({
    id: row.id,
    last4: row.last4,
    bookId: row.book_id,
    boundAt: row.bound_at,
    bindCount: row.bind_count,
    rebindLimit: row.rebind_limit,
  }));
};

/**
 * Returns whether the user, who has bound all these codes (ids in hex), released one of them and has not bound it again. Voided codes do
 * not count.
 */
export const hasReleasedAny = async (db: Queryable, codeIds: readonly string[], userId: string): Promise<boolean> => {
  if (codeIds.length === 0) return false;
  const { rows } = await db.execute(sql`
    select 1 from activation_code where encode(hmac, 'hex') = any(${sql.param([...codeIds])}::text[])
      and status in ('released', 'bound') and bound_user_id is distinct from ${userId} limit 1`);
  return rows.length > 0;
};

/**
 * Releases the code if it belongs to this user, its batch allows another release, and it was bound at `boundBefore` or earlier; returns
 * false otherwise.
 */
export const releaseCode = async (tx: Transaction, hmac: Buffer, userId: string, boundBefore: number): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`
    update activation_code code set status = 'released', bound_user_id = null
    from code_batch batch
    where code.hmac = ${hmac} and batch.id = code.batch_id and code.status = 'bound' and code.bound_user_id = ${userId}
      and code.bound_at <= ${boundBefore} and code.bind_count <= batch.rebind_limit`);
  return rowCount === 1;
};

/** A code of a book as operators see it; void codes are not listed. */
export interface BookCode {
  readonly id: string;
  readonly last4: string;
  readonly printing: string;
  readonly serial: number | undefined;
  readonly status: Exclude<StoredCode['status'], 'void'>;
  readonly boundAt: number | undefined;
}

interface BookCodeRow extends Record<string, unknown> {
  id: string;
  last4: string;
  printing: string | null;
  serial: number | null;
  status: BookCode['status'];
  bound_at: number | null;
}

/** Finds codes by the hash of the whole code, or by its fourth group. */
export const listCodesOfBook = async (
  db: Queryable,
  bookId: string,
  by: { readonly hmac: Buffer } | { readonly last4: string },
  limit: number,
): Promise<BookCode[]> => {
  const match = 'hmac' in by ? sql`code.hmac = ${by.hmac}` : sql`code.last4 = ${by.last4}`;
  const { rows } = await db.execute<BookCodeRow>(sql`
    select encode(code.hmac, 'hex') as id, code.last4, batch.printing, code.serial, code.status, code.bound_at
    from activation_code code join code_batch batch on batch.id = code.batch_id
    where batch.book_id = ${bookId} and code.status <> 'void' and ${OPENS_BOOK} and ${match}
    order by batch.created_at desc, code.serial, code.hmac limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    last4: row.last4,
    printing: row.printing ?? '',
    serial: row.serial ?? undefined,
    status: row.status,
    boundAt: row.status === 'bound' ? (row.bound_at ?? undefined) : undefined,
  }));
};

/** Voids one code of a book. Returns who had bound it; undefined if it is no code of this book or is already void. */
export const voidCodeOfBook = async (
  tx: Transaction,
  hmac: Buffer,
  bookId: string,
): Promise<{ readonly last4: string; readonly boundBy: string | undefined } | undefined> => {
  const { rows } = await tx.execute<{ last4: string; user_id: string | null }>(sql`
    with chosen as (
      select code.hmac, code.bound_user_id from activation_code code join code_batch batch on batch.id = code.batch_id
      where code.hmac = ${hmac} and batch.book_id = ${bookId} and code.status <> 'void' and ${OPENS_BOOK} for update of code)
    update activation_code code set status = 'void', bound_user_id = null from chosen where code.hmac = chosen.hmac
    returning code.last4, chosen.bound_user_id as user_id`);
  return rows[0] && { last4: rows[0].last4, boundBy: rows[0].user_id ?? undefined };
};
