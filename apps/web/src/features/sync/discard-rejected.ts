/** Discards changes that the server rejected and restores the server's state. */
import type { ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { pullFromStart } from './pull-records.ts';

/**
 * Deletes one rejected change and its local record; the next pull restores the server's record, if there is one. Other pending changes
 * stay.
 */
export const discardRejected = async (db: ReaderDatabase, owner: string, n: number): Promise<void> =>
  db.transaction('rw', db.outbox, db.records, db.meta, async () => {
    const entry = await db.outbox.get(n);
    if (entry?.owner !== owner || entry.state !== 'rejected') return;
    await db.outbox.delete(n);
    await db.records.delete([owner, entry.entity, entry.entityId]);
    await pullFromStart(db, owner);
  });

/** Marks a rejected change as pending, so that it is sent again. */
export const retryRejected = async (db: ReaderDatabase, n: number): Promise<void> => {
  await db.outbox.update(n, { state: 'waiting' });
};
