/** Returns the changes of a user in sequence order. */
import { type SyncChange, type SyncEntity } from '@shufang/contract';
import type { SyncRecord } from './entity-handler.ts';
import { SYNC_LIMITS } from './limits.ts';
import type { SyncDependencies } from './push-changes.ts';
import { findHeadSeq, listChangesAfter, type NumberedChange } from './store.ts';

/**
 * Returns the records changed after `since` in their current state. No change is ever skipped: sequence numbers are assigned under a lock
 * that lasts until the commit, so a smaller number never becomes visible after a greater one. A record that changes between reading the
 * numbers and reading the records is returned again under its new number. A page ends early at `SYNC_LIMITS.syncPullChars`.
 */
export const pullChanges = async (
  deps: Pick<SyncDependencies, 'db' | 'handlers'>,
  userId: string,
  input: { since: number; limit: number },
): Promise<{ changes: SyncChange[]; seq: number; more: boolean }> => {
  const db = deps.db.orm;
  let since = input.since;
  let listed = await listChangesAfter(db, userId, since, input.limit + 1);
  if (listed.length === 0) {
    const head = await findHeadSeq(db, userId);
    if (since <= head) return { changes: [], seq: since, more: false };
    since = 0;
    listed = await listChangesAfter(db, userId, since, input.limit + 1);
  }
  const page = listed.slice(0, input.limit);
  const records = await readRecords(deps, userId, page);

  const changes: SyncChange[] = [];
  let chars = 0;
  let seq = since;
  for (const { entity, entityId, seq: number } of page) {
    const record = records.get(keyOf(entity, entityId));
    if (record !== undefined) {
      chars += JSON.stringify(record).length;
      if (changes.length > 0 && chars > SYNC_LIMITS.syncPullChars) return { changes, seq, more: true };
      changes.push({ ...record, seq: number });
    }
    seq = number;
  }
  return { changes, seq, more: listed.length > page.length };
};

const keyOf = (entity: SyncEntity, entityId: string): string => `${entity} ${entityId}`;

const readRecords = async (
  deps: Pick<SyncDependencies, 'db' | 'handlers'>,
  userId: string,
  page: readonly NumberedChange[],
): Promise<Map<string, SyncRecord>> => {
  const found = await Promise.all(
    deps.handlers.map(async (handler) => {
      const ids = page.filter((change) => change.entity === handler.entity).map((change) => change.entityId);
      return ids.length === 0 ? [] : handler.read(deps.db.orm, userId, ids);
    }),
  );
  return new Map(found.flat().map((record) => [keyOf(record.entity, record.entityId), record]));
};
