/** Lets the person give up changes the server refused: the screen goes back to what the server holds. */
import type { ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { pullFromStart } from './pull-records.ts';

/** Drops one refused change and the local record it made; the next pull restores the server's, if it has one. Other waiting changes stay. */
export const discardRejected = async (db: ReaderDatabase, owner: string, n: number): Promise<void> =>
  db.transaction('rw', db.outbox, db.records, db.meta, async () => {
    const entry = await db.outbox.get(n);
    if (entry?.owner !== owner || entry.state !== 'rejected') return;
    await db.outbox.delete(n);
    await db.records.delete([owner, entry.entity, entry.entityId]);
    await pullFromStart(db, owner);
  });

/** Puts a refused change back in the queue. */
export const retryRejected = async (db: ReaderDatabase, n: number): Promise<void> => {
  await db.outbox.update(n, { state: 'waiting' });
};
