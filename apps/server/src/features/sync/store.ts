/** The only SQL on the sync tables: each user's newest sequence number (the head), the processed operations and the numbered changes. */
import type { Hlc, SyncEntity, SyncOp } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface SyncHead {
  seq: number;
  clampedHlc: Hlc | undefined;
}

/** Locks the user's row in `sync_head` until the transaction ends, so that no other transaction assigns sequence numbers for this user. */
export const lockHead = async (tx: Transaction, userId: string): Promise<SyncHead> => {
  await tx.execute(sql`insert into sync_head (user_id) values (${userId}) on conflict do nothing`);
  const { rows } = await tx.execute<{ seq: number; clamped_hlc: string | null }>(
    sql`select seq, clamped_hlc from sync_head where user_id = ${userId} for update`,
  );
  return { seq: rows[0]?.seq ?? 0, clampedHlc: rows[0]?.clamped_hlc ?? undefined };
};

export const saveHead = async (tx: Transaction, userId: string, head: SyncHead): Promise<void> => {
  await tx.execute(sql`update sync_head set seq = ${head.seq}, clamped_hlc = ${head.clampedHlc ?? null} where user_id = ${userId}`);
};

/** Returns the sequence number of the user's newest change; 0 if there is none. */
export const findHeadSeq = async (db: Queryable, userId: string): Promise<number> => {
  const { rows } = await db.execute<{ seq: number }>(sql`select seq from sync_head where user_id = ${userId}`);
  return rows[0]?.seq ?? 0;
};

/** Returns which of these operations were accepted before. */
export const findKnownOpIds = async (tx: Transaction, userId: string, opIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await tx.execute<{ op_id: string }>(
    sql`select op_id from sync_op where user_id = ${userId} and op_id = any(${sql.param(opIds)}::text[])`,
  );
  return new Set(rows.map((row) => row.op_id));
};

export interface AcceptedOp {
  op: SyncOp;
  hlc: Hlc;
  status: 'applied' | 'merged';
}

export const insertOps = async (
  tx: Transaction,
  userId: string,
  deviceId: string,
  receivedAt: number,
  accepted: readonly AcceptedOp[],
): Promise<void> => {
  const column = (pick: (each: AcceptedOp) => string) => sql`${sql.param(accepted.map(pick))}::text[]`;
  await tx.execute(sql`
    insert into sync_op (user_id, op_id, device_id, hlc, entity, entity_id, kind, received_at, status)
    select ${userId}, op_id, ${deviceId}, hlc, entity, entity_id, kind, ${receivedAt}, status
    from unnest(
      ${column((each) => each.op.id)}, ${column((each) => each.hlc)}, ${column((each) => each.op.entity)},
      ${column((each) => each.op.entityId)}, ${column((each) => each.op.kind)}, ${column((each) => each.status)}
    ) as accepted (op_id, hlc, entity, entity_id, kind, status)`);
};

export interface ChangedRecord {
  entity: SyncEntity;
  entityId: string;
}

/** Assigns the sequence numbers after `afterSeq` to these records, in order; each record occurs once. */
export const moveChanges = async (tx: Transaction, userId: string, afterSeq: number, changed: readonly ChangedRecord[]): Promise<void> => {
  await tx.execute(sql`
    insert into sync_change (user_id, entity, entity_id, seq)
    select ${userId}, entity, entity_id, ${afterSeq}::bigint + place
    from unnest(
      ${sql.param(changed.map((each) => each.entity))}::text[],
      ${sql.param(changed.map((each) => each.entityId))}::text[]
    ) with ordinality as changed (entity, entity_id, place)
    on conflict (user_id, entity, entity_id) do update set seq = excluded.seq`);
};

export interface NumberedChange extends ChangedRecord {
  seq: number;
}

/** Returns the changes after `since`, in sequence order. */
export const listChangesAfter = async (db: Queryable, userId: string, since: number, limit: number): Promise<NumberedChange[]> => {
  const { rows } = await db.execute<{ entity: SyncEntity; entity_id: string; seq: number }>(
    sql`select entity, entity_id, seq from sync_change where user_id = ${userId} and seq > ${since} order by seq limit ${limit}`,
  );
  return rows.map((row) => ({ entity: row.entity, entityId: row.entity_id, seq: row.seq }));
};

export const deleteOpsReceivedBefore = async (db: Queryable, before: number): Promise<number> => {
  const { rowCount } = await db.execute(sql`delete from sync_op where received_at < ${before}`);
  return rowCount ?? 0;
};

/** Returns everything stored about a user's devices and changes, oldest first. */
export const readSyncOf = async (db: Queryable, userId: string) => {
  const heads = await db.execute<{ seq: number; clamped_hlc: string | null }>(
    sql`select seq, clamped_hlc from sync_head where user_id = ${userId}`,
  );
  const ops = await db.execute<Record<string, unknown>>(sql`
    select op_id as "opId", device_id as "deviceId", hlc, entity, entity_id as "entityId", kind, received_at as "receivedAt", status
    from sync_op where user_id = ${userId} order by received_at, op_id`);
  const changes = await db.execute<Record<string, unknown>>(
    sql`select entity, entity_id as "entityId", seq from sync_change where user_id = ${userId} order by seq`,
  );
  const [head] = heads.rows;
  return { seq: head?.seq ?? 0, clampedHlc: head?.clamped_hlc ?? null, ops: ops.rows, changes: changes.rows };
};

/** Deletes the user's row in `sync_head`, which also deletes the user's operations and changes. */
export const deleteSyncOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from sync_head where user_id = ${userId}`);
};
