/** Accepts the changes of a device: each is validated and applied on its own, all are committed together. */
import { CodedError, LIMITS, type SyncEntity, type SyncOp, type SyncResult, syncOp } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Database, sqlStateOf, type Transaction } from '../../platform/database.ts';
import type { EventBus } from '../../platform/events.ts';
import { checkText } from '../../platform/http/check-text.ts';
import type { Logger } from '../../platform/logger.ts';
import { clampStamp } from './clamp-stamp.ts';
import type { ApplyOp, SyncEntityHandler } from './entity-handler.ts';
import { describeFieldIssue, opInvalid } from './op-invalid.ts';
import {
  type AcceptedOp,
  type ChangedRecord,
  findHeadSeq,
  findKnownOpIds,
  insertOps,
  lockHead,
  moveChanges,
  type SyncHead,
  saveHead,
} from './store.ts';
import { topicOfUser } from './topics.ts';

export interface SyncDependencies {
  readonly db: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly handlers: readonly SyncEntityHandler[];
}

/** A valid operation with its index in the request. */
interface PreparedOp {
  readonly index: number;
  readonly op: SyncOp;
  readonly apply: ApplyOp;
}

/**
 * Applies the operations of one device in order. Returns one result for each: `applied`, `merged`, `duplicate` (accepted before) or
 * `rejected` with a code and a Chinese message; a rejected operation is not recorded, so it may be sent again. Results are returned after
 * the commit, and nothing is stored if this throws. Throws `sync.tooManyOps`; with `isAtomic` also the error of an operation that would be
 * rejected.
 */
export const pushChanges = async (
  deps: SyncDependencies,
  userId: string,
  input: { deviceId: string; ops: readonly unknown[] },
  log: Pick<Logger, 'warn'>,
  { isAtomic = false }: { readonly isAtomic?: boolean } = {},
): Promise<{ results: SyncResult[]; seq: number }> => {
  if (input.ops.length > LIMITS.syncPushOps) throw new CodedError('sync.tooManyOps');
  const results: SyncResult[] = [];
  const prepared: PreparedOp[] = [];
  for (const [index, raw] of input.ops.entries()) {
    try {
      const op = readOp(raw);
      prepared.push({ index, op, apply: await handlerOf(deps.handlers, op.entity).prepare(userId, op) });
    } catch (error) {
      if (isAtomic) throw error;
      results[index] = rejected(idOf(raw), error);
    }
  }
  if (prepared.length === 0) return { results, seq: await findHeadSeq(deps.db.orm, userId) };

  const { before, after } = await deps.db.transaction(async (tx) => {
    const head = await lockHead(tx, userId);
    const batch = await applyAll(tx, userId, prepared, { head, now: deps.clock.now(), log, isAtomic });
    for (const { index, result } of batch.results) results[index] = result;
    if (batch.accepted.length > 0) await insertOps(tx, userId, input.deviceId, deps.clock.now(), batch.accepted);
    if (batch.changed.length > 0) await moveChanges(tx, userId, head.seq, batch.changed);
    await finishAll(tx, userId, deps.handlers, batch.changed);
    const seq = head.seq + batch.changed.length;
    await saveHead(tx, userId, { seq, clampedHlc: batch.clampedHlc });
    return { before: head.seq, after: seq };
  });
  if (after > before) await deps.events.publish(topicOfUser(userId), { seq: after });
  return { results, seq: after };
};

const finishAll = async (
  tx: Transaction,
  userId: string,
  handlers: readonly SyncEntityHandler[],
  changed: readonly ChangedRecord[],
): Promise<void> => {
  for (const handler of handlers) {
    const ids = changed.filter(({ entity }) => entity === handler.entity).map(({ entityId }) => entityId);
    if (ids.length > 0) await handler.finish?.(tx, userId, ids);
  }
};

/** Applies the operations one after the other under the user's lock. */
const applyAll = async (
  tx: Transaction,
  userId: string,
  prepared: readonly PreparedOp[],
  { head, now, log, isAtomic }: { head: SyncHead; now: number; log: Pick<Logger, 'warn'>; isAtomic: boolean },
) => {
  const known = await findKnownOpIds(
    tx,
    userId,
    prepared.map(({ op }) => op.id),
  );
  const results: { index: number; result: SyncResult }[] = [];
  const accepted: AcceptedOp[] = [];
  const changed = new Map<string, ChangedRecord>();
  let { clampedHlc } = head;
  for (const { index, op, apply } of prepared) {
    if (known.has(op.id)) {
      results.push({ index, result: { id: op.id, status: 'duplicate' } });
      continue;
    }
    const { hlc, clamped } = clampStamp(op.hlc, now, clampedHlc);
    try {
      const outcome = await tx.transaction((savepoint) => apply(savepoint, { hlc, sentHlc: op.hlc, now }));
      if (clamped) clampedHlc = hlc;
      known.add(op.id);
      accepted.push({ op, hlc, status: outcome.status });
      if (outcome.changed) changed.set(`${op.entity} ${op.entityId}`, { entity: op.entity, entityId: op.entityId });
      results.push({ index, result: { id: op.id, status: outcome.status } });
    } catch (error) {
      const refusal = translateDataError(error, op, log);
      if (isAtomic) throw refusal;
      results.push({ index, result: rejected(op.id, refusal) });
    }
  }
  return { results, accepted, changed: [...changed.values()], clampedHlc };
};

/**
 * SQLSTATE classes of errors caused by an operation whose data the tables cannot hold. Every other error is internal and ends the whole
 * push.
 */
const DATA_ERROR = /^2[23]/;

const translateDataError = (error: unknown, op: SyncOp, log: Pick<Logger, 'warn'>): unknown => {
  if (!DATA_ERROR.test(sqlStateOf(error) ?? '')) return error;
  log.warn({ err: error, entity: op.entity, opId: op.id }, 'sync op refused by the database');
  return new CodedError('sync.opInvalid', { reason: '内容无法保存' }, { cause: error });
};

/** Returns the result `rejected` for a coded error, with its code and message. Any other error is thrown again. */
const rejected = (id: string, error: unknown): SyncResult => {
  if (!(error instanceof CodedError)) throw error;
  return { id, status: 'rejected', code: error.code, message: error.message };
};

const idOf = (raw: unknown): string => {
  const id = syncOp.shape.id.safeParse(typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined);
  return id.success ? id.data : '';
};

/** Parses an operation. Throws `sync.opInvalid` with a reason that a user can report. */
const readOp = (raw: unknown): SyncOp => {
  try {
    checkText(raw);
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    throw opInvalid(String(error.details['reason'] ?? ''));
  }
  const parsed = syncOp.safeParse(raw);
  if (!parsed.success) throw opInvalid(describeFieldIssue(parsed.error));
  return parsed.data;
};

const handlerOf = (handlers: readonly SyncEntityHandler[], entity: SyncEntity): SyncEntityHandler => {
  const handler = handlers.find((each) => each.entity === entity);
  if (handler === undefined) throw opInvalid(`不支持同步这类内容：${entity}`);
  return handler;
};
