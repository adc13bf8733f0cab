/** The only SQL of `repeated_request`: which named calls run or ran, and their sealed answers. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../database.ts';

export interface RequestKey {
  readonly scope: string;
  readonly opId: string;
}

export interface RunningRequest extends RequestKey {
  readonly operation: string;
  readonly inputHash: Buffer;
  readonly attempt: string;
  /** UTC ms. */
  readonly leaseUntil: number;
}

export interface KnownRequest {
  readonly operation: string;
  readonly inputHash: Buffer;
  /** Absent while the first call runs. */
  readonly sealedAnswer: Buffer | undefined;
}

/**
 * True when this run is the one to do the work: nobody has it, what there was is older than `forgottenBefore`, or the same call was
 * begun by a server whose lease is over.
 */
export const beginRequest = async (
  db: Queryable,
  run: RunningRequest,
  { nowMs, forgottenBefore }: { nowMs: number; forgottenBefore: number },
): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    insert into repeated_request as known (scope, op_id, operation, input_hash, attempt, lease_until, created_at)
    values (${run.scope}, ${run.opId}, ${run.operation}, ${run.inputHash}, ${run.attempt}, ${run.leaseUntil}, ${nowMs})
    on conflict (scope, op_id) do update set operation = excluded.operation, input_hash = excluded.input_hash,
      attempt = excluded.attempt, lease_until = excluded.lease_until, created_at = excluded.created_at, sealed_answer = null
    where known.created_at <= ${forgottenBefore}
      or (known.sealed_answer is null and known.lease_until <= ${nowMs}
        and known.operation = excluded.operation and known.input_hash = excluded.input_hash)`);
  return rowCount === 1;
};

export const findRequest = async (db: Queryable, { scope, opId }: RequestKey): Promise<KnownRequest | undefined> => {
  const { rows } = await db.execute<{ operation: string; input_hash: Buffer; sealed_answer: Buffer | null }>(
    sql`select operation, input_hash, sealed_answer from repeated_request where scope = ${scope} and op_id = ${opId}`,
  );
  const [row] = rows;
  return row && { operation: row.operation, inputHash: row.input_hash, sealedAnswer: row.sealed_answer ?? undefined };
};

type Run = Pick<RunningRequest, 'scope' | 'opId' | 'attempt'>;
const isRun = ({ scope, opId, attempt }: Run) => sql`scope = ${scope} and op_id = ${opId} and attempt = ${attempt}`;

export const renewLease = async (db: Queryable, run: Run, leaseUntil: number): Promise<void> => {
  await db.execute(sql`update repeated_request set lease_until = ${leaseUntil} where ${isRun(run)} and sealed_answer is null`);
};

export const keepAnswer = async (db: Queryable, run: Run, sealedAnswer: Buffer): Promise<void> => {
  await db.execute(sql`update repeated_request set sealed_answer = ${sealedAnswer} where ${isRun(run)}`);
};

export const forgetRequest = async (db: Queryable, run: Run): Promise<void> => {
  await db.execute(sql`delete from repeated_request where ${isRun(run)}`);
};

export const deleteRequestsBefore = async (db: Queryable, before: number): Promise<number> => {
  const { rowCount } = await db.execute(sql`delete from repeated_request where created_at <= ${before}`);
  return rowCount ?? 0;
};
