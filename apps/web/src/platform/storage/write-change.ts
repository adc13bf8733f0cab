/** The one way a reader's change reaches the disk: record and outbox entry in one transaction, before any screen shows it. */
import { type Hlc, newId, nextHlc, type SyncEntity, type SyncOp } from '@shufang/contract';
import { deviceId } from '../session/device-id.ts';
import type { ReaderDatabase, RecordShapes, StoredRecord } from './reader-database.ts';

/** `null` in `fields` takes a field away (only `deletedAt` uses it, to bring a mark back from the bin). */
export interface Change<E extends SyncEntity = SyncEntity> {
  owner: string;
  entity: E;
  entityId: string;
  bookId: string;
  kind: 'put' | 'del';
  fields: { [K in keyof RecordShapes[E]]?: RecordShapes[E][K] | null };
  /** Clock of the note text this edit began from; the server keeps both texts when its own is newer. */
  baseHlc?: Hlc;
  /** Goes to the server with the change and is no field of the record, e.g. `dismissedBodies`. */
  instructions?: Record<string, unknown>;
}

const stampOf = async (db: ReaderDatabase, nowMs: number): Promise<Hlc> => {
  const last = await db.meta.get('hlc');
  const stamp = nextHlc(typeof last?.value === 'string' ? last.value : undefined, nowMs, deviceId());
  await db.meta.put({ key: 'hlc', value: stamp });
  return stamp;
};

/** Later stamps of this device come after `seen`: called with what the server sent. */
export const noteForeignStamp = async (db: ReaderDatabase, seen: Hlc): Promise<void> => {
  const last = await db.meta.get('hlc');
  if (typeof last?.value !== 'string' || seen > last.value) await db.meta.put({ key: 'hlc', value: seen });
};

/** Writes `change` to disk and resolves when it is safe there. A place supersedes places still waiting for the same book. */
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
