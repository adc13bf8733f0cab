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

/** Returns the fields of a record whose changes the server has not acknowledged yet. */
const waitingFields = async (db: ReaderDatabase, [owner, entity, entityId]: [string, SyncEntity, string]): Promise<Set<string>> => {
  const entries = await db.outbox.where({ owner, entity, entityId }).toArray();
  return new Set(
    entries.filter((entry) => entry.state === 'waiting').flatMap(({ op }) => (op.kind === 'del' ? ['deletedAt'] : Object.keys(op.fields))),
  );
};

/** Pulls all pages. Records and the sequence number change in one transaction, so an interrupted pull repeats a page and never skips one.
 *  Unsupported changes are skipped. Throws `SyncFailure`. */
export const pullRecords = async (db: ReaderDatabase, owner: string, transport: SyncTransport): Promise<void> => {
  await pullSkippedAgain(db, owner);
  for (;;) {
    const since = await lastSeq(db, owner);
    const { changes, seq, more } = await transport.pull(since);
    await db.transaction('rw', db.records, db.outbox, db.meta, async () => {
      for (const change of await filterKnownChanges(db, owner, changes)) {
        const key: [string, SyncEntity, string] = [owner, change.entity, change.entityId];
        const local = await db.records.get(key);
        const merged = mergeRecord(
          local && { record: { ...local.record }, clocks: local.clocks },
          { record: { ...change.record }, clocks: change.clocks },
          await waitingFields(db, key),
        );
        if (change.entity === 'progress')
          merged.record['furthest'] = furthestOf(local?.record as ProgressRecord | undefined, change.record);
        await db.records.put({
          owner,
          entity: change.entity,
          entityId: change.entityId,
          bookId: 'bookId' in change.record ? change.record.bookId : '',
          ...merged,
        } as unknown as StoredRecord);
        const latest = latestStamp(change.clocks);
        if (latest !== undefined) await observeRemoteStamp(db, latest);
      }
      // After the server was restored from a backup, the sequence number may be lower than before; it is stored in that case too.
      if (seq !== since) await db.meta.put({ key: seqKey(owner), value: seq });
    });
    if (!more) return markPulled(db, owner);
  }
};

/** Resets the sequence number, so that the next pull fetches everything again. */
export const pullFromStart = async (db: ReaderDatabase, owner: string): Promise<void> => db.meta.delete(seqKey(owner));
