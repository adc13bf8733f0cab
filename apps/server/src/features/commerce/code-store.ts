/** The only SQL that touches `code_batch` and `activation_code`. */
import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { CodeBatch, KnownCode } from './code-batch.ts';

/** Codes of one statement; a batch of 200,000 is written in a few dozen. */
const ROWS_PER_INSERT = 5_000;

export const insertBatch = async (tx: Transaction, batch: CodeBatch): Promise<void> => {
  await tx.execute(sql`
    insert into code_batch (id, book_id, purpose, count, printing, term_days, valid_from, valid_until, rebind_limit, created_by, approved_by, exported_at, created_at)
    values (${batch.id}, ${batch.bookId}, ${batch.purpose}, ${batch.count}, ${batch.printing ?? null}, ${batch.termDays ?? null}, ${batch.validFrom},
      ${batch.validUntil ?? null}, ${batch.rebindLimit}, ${batch.createdBy}, ${batch.approvedBy ?? null}, ${batch.exportedAt ?? null}, ${batch.createdAt})`);
};

/** All of one batch, in the given status. */
export const insertCodes = async (
  tx: Transaction,
  batchId: string,
  status: KnownCode['status'],
  codes: readonly { hmac: Buffer; last4: string }[],
): Promise<void> => {
  for (let start = 0; start < codes.length; start += ROWS_PER_INSERT) {
    const part = codes.slice(start, start + ROWS_PER_INSERT);
    await tx.execute(sql`
      insert into activation_code (hmac, last4, batch_id, status)
      select decode(hash, 'hex'), last4, ${batchId}, ${status}
      from unnest(${sql.param(part.map((code) => code.hmac.toString('hex')))}::text[], ${sql.param(part.map((code) => code.last4))}::text[]) as made (hash, last4)`);
  }
};

interface CodeRow extends Record<string, unknown> {
  book_id: string;
  batch_id: string;
  status: KnownCode['status'];
  bound_user_id: string | null;
  bound_at: number | null;
  bind_count: number;
  rebind_limit: number;
  term_days: number | null;
  valid_from: number;
  valid_until: number | null;
}

const toKnownCode = (row: CodeRow): KnownCode => ({
  bookId: row.book_id,
  batchId: row.batch_id,
  status: row.status,
  boundUserId: row.bound_user_id ?? undefined,
  boundAt: row.bound_at ?? undefined,
  bindCount: row.bind_count,
  rebindLimit: row.rebind_limit,
  termDays: row.term_days ?? undefined,
  validFrom: row.valid_from,
  validUntil: row.valid_until ?? undefined,
});

const COLUMNS = sql`batch.book_id, code.batch_id, code.status, code.bound_user_id, code.bound_at, code.bind_count, batch.rebind_limit, batch.term_days, batch.valid_from, batch.valid_until`;

export const findCode = async (db: Queryable, hmac: Buffer): Promise<KnownCode | undefined> => {
  const { rows } = await db.execute<CodeRow>(
    sql`select ${COLUMNS} from activation_code code join code_batch batch on batch.id = code.batch_id where code.hmac = ${hmac}`,
  );
  return rows[0] && toKnownCode(rows[0]);
};

/**
 * Binds the code in one statement if it can still be bound; undefined otherwise. Of many at the same moment one gets it: the others
 * wait for its row and find it taken.
 */
export const bindCode = async (tx: Transaction, hmac: Buffer, userId: string, now: number): Promise<KnownCode | undefined> => {
  const { rows } = await tx.execute<CodeRow>(sql`
    update activation_code code set status = 'bound', bound_user_id = ${userId}, bound_at = ${now}, bind_count = code.bind_count + 1
    from code_batch batch
    where code.hmac = ${hmac} and batch.id = code.batch_id
      and (code.status in ('minted', 'exported') or (code.status = 'released' and code.bind_count <= batch.rebind_limit))
      and batch.valid_from <= ${now} and (batch.valid_until is null or batch.valid_until > ${now})
    returning ${COLUMNS}`);
  return rows[0] && toKnownCode(rows[0]);
};

/** What a person may be told of the codes they bound; nobody has the codes themselves. */
export const listCodesBoundBy = async (db: Queryable, userId: string): Promise<Record<string, unknown>[]> => {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select code.last4, batch.book_id as "bookId", code.status, code.bound_at as "boundAt"
    from activation_code code join code_batch batch on batch.id = code.batch_id
    where code.bound_user_id = ${userId} order by code.bound_at, code.hmac`);
  return rows;
};

/** The codes stay used, and no longer say by whom. */
export const unbindCodesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`update activation_code set bound_user_id = null where bound_user_id = ${userId}`);
};
