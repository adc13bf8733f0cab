/** Sends one owner's waiting changes in the order they were written. A change leaves the outbox only when the server answered for it. */
import { LIMITS } from '@shufang/contract';
import { deviceId } from '../../platform/session/device-id.ts';
import type { OutboxEntry, ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { SyncFailure, type SyncTransport } from './sync-transport.ts';

/** Well under `LIMITS.bodyBytes`, leaving room for the envelope and escapes. */
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
 * Pushes until nothing waits. Refused changes stay, marked `rejected`, for the person to see. Throws `SyncFailure`; what was not
 * answered keeps waiting, and sending it again is safe.
 */
export const pushOutbox = async (db: ReaderDatabase, owner: string, transport: SyncTransport): Promise<void> => {
  for (;;) {
    const batch = await nextBatch(db, owner);
    if (batch.length === 0) return;
    const { results } = await transport.push(
      deviceId(),
      batch.map((entry) => entry.op),
    );
    const answers = new Map(results.map((result) => [result.id, result]));
    let answered = 0;
    await db.transaction('rw', db.outbox, async () => {
      for (const entry of batch) {
        const answer = answers.get(entry.op.id);
        if (!answer) continue;
        answered += 1;
        if (answer.status === 'rejected') {
          await db.outbox.update(entry.n, {
            state: 'rejected',
            ...(answer.code === undefined ? {} : { code: answer.code }),
            ...(answer.message === undefined ? {} : { message: answer.message }),
          });
        } else await db.outbox.delete(entry.n);
      }
    });
    if (answered === 0) throw new SyncFailure('refused');
  }
};
