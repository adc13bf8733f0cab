/** Pulls changes of other devices and merges them into this device's records. */
import {
  furthestOf,
  isKnownChange,
  type ProgressRecord,
  type SyncChange,
  type SyncEntity,
  syncEntity,
  type UnknownChange,
} from '@shufang/contract';
import { markPulled } from '../../platform/storage/first-pull.ts';
import { latestStamp, mergeRecord } from '../../platform/storage/merge-record.ts';
import type { ReaderDatabase, StoredRecord } from '../../platform/storage/reader-database.ts';
import { observeRemoteStamp } from '../../platform/storage/write-change.ts';
import type { SyncTransport } from './sync-transport.ts';

const seqKey = (owner: string): string => `seq:${owner}`;

/** Returns the sequence number of the last pulled change of `owner`; 0 before the first pull. */
export const lastSeq = async (db: ReaderDatabase, owner: string): Promise<number> => {
  const entry = await db.meta.get(seqKey(owner));
  return typeof entry?.value === 'number' ? entry.value : 0;
};

const skippedKey = (owner: string): string => `skipped:${owner}`;

const skippedKinds = async (db: ReaderDatabase, owner: string): Promise<string[]> =>
  String((await db.meta.get(skippedKey(owner)))?.value ?? '')
    .split(' ')
    .filter((kind) => kind !== '');

/**
 * Resets the sequence number, so that everything is pulled again, if this version of the client supports a kind of record that an older one
 * skipped.
 */
const pullSkippedAgain = async (db: ReaderDatabase, owner: string): Promise<void> => {
  if (!(await skippedKinds(db, owner)).some((kind) => syncEntity.safeParse(kind).success)) return;
  await db.transaction('rw', db.meta, async () => {
    await db.meta.delete(skippedKey(owner));
    await pullFromStart(db, owner);
  });
};

/** Returns the changes whose record kinds this client supports, and stores the names of the other kinds. */
const filterKnownChanges = async (
  db: ReaderDatabase,
  owner: string,
  changes: readonly (SyncChange | UnknownChange)[],
): Promise<SyncChange[]> => {
  const later = changes.filter((change) => !isKnownChange(change)).map(({ entity }) => entity);
  if (later.length > 0) {
    const kinds = new Set([...(await skippedKinds(db, owner)), ...later]);
    await db.meta.put({ key: skippedKey(owner), value: [...kinds].join(' ') });
  }
  return changes.filter(isKnownChange);
};

const recordKey = (entity: SyncEntity, entityId: string): string => `${entity} ${entityId}`;

/** Returns the fields with changes that the server has not acknowledged yet, by record. */
const waitingFields = async (db: ReaderDatabase, owner: string): Promise<Map<string, Set<string>>> => {
  const fields = new Map<string, Set<string>>();
  for (const { entity, entityId, op } of await db.outbox.where('[owner+state]').equals([owner, 'waiting']).toArray()) {
    const known = fields.get(recordKey(entity, entityId)) ?? new Set();
    for (const field of op.kind === 'del' ? ['deletedAt'] : Object.keys(op.fields)) known.add(field);
    fields.set(recordKey(entity, entityId), known);
  }
  return fields;
};

const mergeChange = (change: SyncChange, local: StoredRecord | undefined, waiting: ReadonlySet<string>) => {
  const merged = mergeRecord(
    local && { record: { ...local.record }, clocks: local.clocks },
    { record: { ...change.record }, clocks: change.clocks },
    waiting,
  );
  if (change.entity === 'progress') merged.record['furthest'] = furthestOf(local?.record as ProgressRecord | undefined, change.record);
  return merged;
};

/** Merges a page of changes. All records are read and written at once: one by one, a thousand annotations would take seconds. */
const mergeChanges = async (db: ReaderDatabase, owner: string, changes: readonly SyncChange[]): Promise<void> => {
  const locals = await db.records.bulkGet(changes.map(({ entity, entityId }): [string, SyncEntity, string] => [owner, entity, entityId]));
  const waiting = await waitingFields(db, owner);
  const none: ReadonlySet<string> = new Set();
  await db.records.bulkPut(
    changes.map((change, index) => {
      const { entity, entityId, record } = change;
      const merged = mergeChange(change, locals[index], waiting.get(recordKey(entity, entityId)) ?? none);
      return { owner, entity, entityId, bookId: 'bookId' in record ? record.bookId : '', ...merged } as unknown as StoredRecord;
    }),
  );
  const latest = latestStamp(changes.flatMap(({ clocks }) => Object.values(clocks)));
  if (latest !== undefined) await observeRemoteStamp(db, latest);
};

/** Pulls all pages. Records and the sequence number change in one transaction, so an interrupted pull repeats a page and never skips one.
 *  Unsupported changes are skipped. Throws `SyncFailure`. */
export const pullRecords = async (db: ReaderDatabase, owner: string, transport: SyncTransport): Promise<void> => {
  await pullSkippedAgain(db, owner);
  for (;;) {
    const since = await lastSeq(db, owner);
    const { changes, seq, more } = await transport.pull(since);
    await db.transaction('rw', db.records, db.outbox, db.meta, async () => {
      await mergeChanges(db, owner, await filterKnownChanges(db, owner, changes));
      // After the server was restored from a backup, the sequence number may be lower than before; it is stored in that case too.
      if (seq !== since) await db.meta.put({ key: seqKey(owner), value: seq });
    });
    if (!more) return markPulled(db, owner);
  }
};

/** Resets the sequence number, so that the next pull fetches everything again. */
export const pullFromStart = async (db: ReaderDatabase, owner: string): Promise<void> => db.meta.delete(seqKey(owner));
