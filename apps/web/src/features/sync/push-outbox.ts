/** Pushes one owner's pending changes in the order of writing. A change leaves the outbox only after the server acknowledged it. */
import { LIMITS } from '@shufang/contract';
import { deviceId } from '../../platform/session/device-id.ts';
import type { OutboxEntry, ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { SyncFailure, type SyncTransport } from './sync-transport.ts';

/** Maximum size of a batch of changes; half of `LIMITS.bodyBytes` leaves room for the rest of the request and for JSON escapes. */
const BATCH_BYTES = LIMITS.bodyBytes / 2;

const nextBatch = async (db: ReaderDatabase, owner: string): Promise<OutboxEntry[]> => {
  const waiting = await db.outbox.where('[owner+state]').equals([owner, 'waiting']).limit(LIMITS.syncPushOps).sortBy('n');
  let bytes = 0;
  const end = waiting.findIndex((entry, index) => {
    bytes += JSON.stringify(entry.op).length * 3;
    return index > 0 && bytes > BATCH_BYTES;
  });
  return end < 0 ? waiting : waiting.slice(0, end);
};

/**
 * Pushes until no change is pending. Rejected changes stay in the outbox with the state `rejected`. Throws `SyncFailure`; changes without a
 * result stay pending, and sending them again is safe.
 */
export const pushOutbox = async (db: ReaderDatabase, owner: string, transport: SyncTransport): Promise<void> => {
  for (;;) {
    const batch = await nextBatch(db, owner);
    if (batch.length === 0) return;
    const { results } = await transport.push(
      deviceId(),
      batch.map((entry) => entry.op),
    );
    const resultsById = new Map(results.map((result) => [result.id, result]));
    let settledCount = 0;
    await db.transaction('rw', db.outbox, async () => {
      for (const entry of batch) {
        const result = resultsById.get(entry.op.id);
        if (!result) continue;
        settledCount += 1;
        if (result.status === 'rejected') {
          await db.outbox.update(entry.n, {
            state: 'rejected',
            ...(result.code === undefined ? {} : { code: result.code }),
            ...(result.message === undefined ? {} : { message: result.message }),
          });
        } else await db.outbox.delete(entry.n);
      }
    });
    if (settledCount === 0) throw new SyncFailure('refused');
  }
};
