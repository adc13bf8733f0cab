/** The only SQL on `script_approval`. */
import type { ScriptApproval } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

export interface StoredApproval {
  readonly versionId: string;
  readonly state: ScriptApproval['state'];
  readonly requestedBy: string;
  readonly requestedAt: number;
  readonly reason: string;
  readonly decidedBy: string | undefined;
  readonly decidedAt: number | undefined;
  readonly reply: string;
}

export const findScriptApproval = async (db: Queryable, versionId: string): Promise<StoredApproval | undefined> => {
  const { rows } = await db.execute<{
    state: ScriptApproval['state'];
    requested_by: string;
    requested_at: number;
    reason: string;
    decided_by: string | null;
    decided_at: number | null;
    reply: string;
  }>(sql`
    select state, requested_by, requested_at, reason, decided_by, decided_at, reply from script_approval where version_id = ${versionId}`);
  const row = rows[0];
  return (
    row && {
      versionId,
      state: row.state,
      requestedBy: row.requested_by,
      requestedAt: row.requested_at,
      reason: row.reason,
      decidedBy: row.decided_by ?? undefined,
      decidedAt: row.decided_at ?? undefined,
      reply: row.reply,
    }
  );
};

/** Stores a request, also after one that was rejected or withdrawn. Returns whether it was stored. */
export const insertRequest = async (
  tx: Transaction,
  { versionId, bookId, by, reason, at }: { versionId: string; bookId: string; by: string; reason: string; at: number },
): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    insert into script_approval (version_id, book_id, state, requested_by, requested_at, reason)
    values (${versionId}, ${bookId}, 'requested', ${by}, ${at}, ${reason})
    on conflict (version_id) do update set state = 'requested', requested_by = excluded.requested_by, requested_at = excluded.requested_at,
      reason = excluded.reason, decided_by = null, decided_at = null, reply = ''
    where script_approval.state in ('rejected', 'withdrawn') returning version_id`);
  return rows.length > 0;
};

/** Changes the state if it is one of `from`. Returns whether it was changed. */
export const updateState = async (
  tx: Transaction,
  versionId: string,
  from: readonly ScriptApproval['state'][],
  { state, by, reply, at }: { state: ScriptApproval['state']; by: string; reply: string; at: number },
): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    update script_approval set state = ${state}, decided_by = ${by}, decided_at = ${at}, reply = ${reply}
    where version_id = ${versionId} and state = any(${sql.param([...from])}::text[]) returning version_id`);
  return rows.length > 0;
};
