/** Fetches what other devices changed and joins it into this device's records. */
import { isKnownChange, type LaterChange, type SyncChange, type SyncEntity, syncEntity } from '@shufang/contract';
import { notePull } from '../../platform/storage/first-pull.ts';
import { latestStamp, mergeRecord } from '../../platform/storage/merge-record.ts';
import type { ReaderDatabase, StoredRecord } from '../../platform/storage/reader-database.ts';
import { noteForeignStamp } from '../../platform/storage/write-change.ts';
import type { SyncTransport } from './sync-transport.ts';

const seqKey = (owner: string): string => `seq:${owner}`;

/** The last change of the server this device has for `owner`; 0 before the first pull. */
export const lastSeq = async (db: ReaderDatabase, owner: string): Promise<number> => {
  const entry = await db.meta.get(seqKey(owner));
  return typeof entry?.value === 'number' ? entry.value : 0;
};

const skippedKey = (owner: string): string => `skipped:${owner}`;

const skippedKinds = async (db: ReaderDatabase, owner: string): Promise<string[]> =>
  String((await db.meta.get(skippedKey(owner)))?.value ?? '')
    .split(' ')
    .filter((kind) => kind !== '');

/** Kinds that an older version of this client passed over and this one knows: everything is asked for once more. */
const pullSkippedAgain = async (db: ReaderDatabase, owner: string): Promise<void> => {
  if (!(await skippedKinds(db, owner)).some((kind) => syncEntity.safeParse(kind).success)) return;
  await db.transaction('rw', db.meta, async () => {
    await db.meta.delete(skippedKey(owner));
    await pullFromStart(db, owner);
  });
};

/** Remembers the kinds this client cannot keep; answers the changes it can. */
const knownOf = async (db: ReaderDatabase, owner: string, changes: readonly (SyncChange | LaterChange)[]): Promise<SyncChange[]> => {
  const later = changes.filter((change) => !isKnownChange(change)).map(({ entity }) => entity);
  if (later.length > 0) {
    const kinds = new Set([...(await skippedKinds(db, owner)), ...later]);
    await db.meta.put({ key: skippedKey(owner), value: [...kinds].join(' ') });
  }
  return changes.filter(isKnownChange);
};

/** Fields of a record with a change that the server has not answered yet. */
const waitingFields = async (db: ReaderDatabase, [owner, entity, entityId]: [string, SyncEntity, string]): Promise<Set<string>> => {
  const entries = await db.outbox.where({ owner, entity, entityId }).toArray();
  return new Set(
    entries.filter((entry) => entry.state === 'waiting').flatMap(({ op }) => (op.kind === 'del' ? ['deletedAt'] : Object.keys(op.fields))),
  );
};

/** Pulls to the end. Records and the sequence move in one transaction, so a break between pages repeats, never skips. What this client does
 *  not know is left out and does not hold it up. Throws `SyncFailure`. */
export const pullRecords = async (db: ReaderDatabase, owner: string, transport: SyncTransport): Promise<void> => {
  await pullSkippedAgain(db, owner);
  for (;;) {
    const since = await lastSeq(db, owner);
    const { changes, seq, more } = await transport.pull(since);
    await db.transaction('rw', db.records, db.outbox, db.meta, async () => {
      for (const change of await knownOf(db, owner, changes)) {
        const key: [string, SyncEntity, string] = [owner, change.entity, change.entityId];
        const local = await db.records.get(key);
        const merged = mergeRecord(
          local && { record: { ...local.record }, clocks: local.clocks },
          { record: { ...change.record }, clocks: change.clocks },
          await waitingFields(db, key),
        );
        await db.records.put({
          owner,
          entity: change.entity,
          entityId: change.entityId,
          bookId: 'bookId' in change.record ? change.record.bookId : '',
          ...merged,
        } as unknown as StoredRecord);
        const latest = latestStamp(change.clocks);
        if (latest !== undefined) await noteForeignStamp(db, latest);
      }
      // Lower after the server was restored from a backup: its word counts then as well.
      if (seq !== since) await db.meta.put({ key: seqKey(owner), value: seq });
    });
    if (!more) return notePull(db, owner);
  }
};

/** Forgets how far this device is, so that the next pull brings everything again. */
export const pullFromStart = async (db: ReaderDatabase, owner: string): Promise<void> => db.meta.delete(seqKey(owner));
