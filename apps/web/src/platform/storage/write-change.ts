/** Writes a change of the user: record and outbox entry in one transaction, before any screen shows it. */
import { furthestOf, type Hlc, newId, nextHlc, type ProgressRecord, type SyncEntity, type SyncOp } from '@shufang/contract';
import { deviceId } from '../session/device-id.ts';
import type { ReaderDatabase, RecordShapes, StoredRecord } from './reader-database.ts';

/** A change to write. `null` in `fields` removes a field (used only for `deletedAt`, to restore a deleted annotation). */
export interface Change<E extends SyncEntity = SyncEntity> {
  owner: string;
  entity: E;
  entityId: string;
  bookId: string;
  kind: 'put' | 'del';
  fields: { [K in keyof RecordShapes[E]]?: RecordShapes[E][K] | null };
  /** Timestamp of the note text on which this edit is based. If the server has a newer text, it stores both. */
  baseHlc?: Hlc;
  /** Fields that are sent with the change but are not part of the record, e.g. `dismissedBodies`. */
  instructions?: Record<string, unknown>;
}

const stampOf = async (db: ReaderDatabase, nowMs: number): Promise<Hlc> => {
  const last = await db.meta.get('hlc');
  const stamp = nextHlc(typeof last?.value === 'string' ? last.value : undefined, nowMs, deviceId());
  await db.meta.put({ key: 'hlc', value: stamp });
  return stamp;
};

/** Advances this device's hybrid logical clock past a timestamp received from the server. */
export const observeRemoteStamp = async (db: ReaderDatabase, received: Hlc): Promise<void> => {
  const last = await db.meta.get('hlc');
  if (typeof last?.value !== 'string' || received > last.value) await db.meta.put({ key: 'hlc', value: received });
};

/** Writes `change`; resolves when it is durable. A reading position replaces waiting positions of the same book, and its
 * record keeps the furthest position. */
export const writeChange = async <E extends SyncEntity>(
  db: ReaderDatabase,
  change: Change<E>,
  nowMs: number = Date.now(),
): Promise<StoredRecord<E>> =>
  db.transaction('rw', db.records, db.outbox, db.meta, async () => {
    const { owner, entity, entityId, bookId, kind } = change;
    const stamp = await stampOf(db, nowMs);
    const before = await db.records.get([owner, entity, entityId]);
    const record: Record<string, unknown> = { ...before?.record };
    const clocks: Record<string, Hlc> = { ...before?.clocks };
    const fields: Record<string, unknown> = kind === 'del' ? { deletedAt: nowMs } : { ...change.fields };
    if (entity === 'progress')
      fields['furthest'] = furthestOf(
        before?.record as ProgressRecord | undefined,
        change.fields as Partial<ProgressRecord> as ProgressRecord,
      );
    for (const [field, value] of Object.entries(fields)) {
      if (value === undefined) delete fields[field];
      else {
        if (value === null) delete record[field];
        else record[field] = value;
        clocks[field] = stamp;
      }
    }
    const stored = { owner, entity, entityId, bookId, record, clocks } as unknown as StoredRecord<E>;
    await db.records.put(stored);
    if (entity === 'progress') {
      await db.outbox
        .where({ owner, entity, entityId })
        .filter((entry) => entry.state === 'waiting')
        .delete();
    }
    const op: SyncOp = {
      id: newId(nowMs),
      hlc: stamp,
      entity,
      entityId,
      kind,
      fields: kind === 'del' ? {} : { ...fields, ...change.instructions },
      ...(change.baseHlc === undefined ? {} : { baseHlc: change.baseHlc }),
    };
    await db.outbox.add({ owner, entity, entityId, state: 'waiting', op });
    return stored;
  });
