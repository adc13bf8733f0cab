/** Contains the only SQL on `idempotent_request`: idempotency keys in use, and encrypted responses. */

import type { Queryable } from '../database.ts';
import { sql } from '../sql.ts';

export interface RequestKey {
  readonly scope: string;
  readonly opId: string;
}

export interface RunningRequest extends RequestKey {
  readonly operation: string;
  readonly inputHash: Buffer;
  readonly attempt: string;
  /** Time until which the server that runs the request holds it, UTC ms; afterwards another server may run it. */
  readonly leaseUntil: number;
}

export interface StoredRequest {
  readonly operation: string;
  readonly inputHash: Buffer;
  /** The encrypted response; absent while the first request runs. */
  readonly sealedResponse: Buffer | undefined;
}

/**
 * Returns true if this request must run: the key is unused, its row is older than `forgottenBefore`, or the same request was
 * started by a server whose lease has expired.
 */
export const beginRequest = async (
  db: Queryable,
  run: RunningRequest,
  { nowMs, forgottenBefore: expiredBefore }: { nowMs: number; forgottenBefore: number },
): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    insert into idempotent_request as known (scope, op_id, operation, input_hash, attempt, lease_until, created_at)
    values (${run.scope}, ${run.opId}, ${run.operation}, ${run.inputHash}, ${run.attempt}, ${run.leaseUntil}, ${nowMs})
    on conflict (scope, op_id) do update set operation = excluded.operation, input_hash = excluded.input_hash,
      attempt = excluded.attempt, lease_until = excluded.lease_until, created_at = excluded.created_at, sealed_response = null
    where known.created_at <= ${expiredBefore}
      or (known.sealed_response is null and known.lease_until <= ${nowMs}
        and known.operation = excluded.operation and known.input_hash = excluded.input_hash)`);
  return rowCount === 1;
};

export const findRequest = async (db: Queryable, { scope, opId }: RequestKey): Promise<StoredRequest | undefined> => {
  const { rows } = await db.execute<{ operation: string; input_hash: Buffer; sealed_response: Buffer | null }>(
    sql`select operation, input_hash, sealed_response from idempotent_request where scope = ${scope} and op_id = ${opId}`,
  );
  const [row] = rows;
  return row && { operation: row.operation, inputHash: row.input_hash, sealedResponse: row.sealed_response ?? undefined };
};

type Run = Pick<RunningRequest, 'scope' | 'opId' | 'attempt'>;
const isRun = ({ scope, opId, attempt }: Run) => sql`scope = ${scope} and op_id = ${opId} and attempt = ${attempt}`;

export const renewLease = async (db: Queryable, run: Run, leaseUntil: number): Promise<void> => {
  await db.execute(sql`update idempotent_request set lease_until = ${leaseUntil} where ${isRun(run)} and sealed_response is null`);
};

export const storeResponse = async (db: Queryable, run: Run, sealedResponse: Buffer): Promise<void> => {
  await db.execute(sql`update idempotent_request set sealed_response = ${sealedResponse} where ${isRun(run)}`);
};

export const deleteRequest = async (db: Queryable, run: Run): Promise<void> => {
  await db.execute(sql`delete from idempotent_request where ${isRun(run)}`);
};

export const deleteRequestsBefore = async (db: Queryable, before: number): Promise<number> => {
  const { rowCount } = await db.execute(sql`delete from idempotent_request where created_at <= ${before}`);
  return rowCount ?? 0;
};
