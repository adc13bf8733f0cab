/** Waits until the changes of this device have reached the server. */
import type { SyncEntity } from '@shufang/contract';
import { liveQuery } from 'dexie';
import type { ReaderDatabase } from './reader-database.ts';

/**
 * Waits until no change of an entity is pending, at most `limitMs`. Returns whether none is pending. The sync session sends the changes by
 * itself, so nothing is requested here.
 */
export const untilSent = (db: ReaderDatabase, owner: string, entity: SyncEntity, limitMs: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const pending = liveQuery(() =>
      db.outbox
        .where('[owner+state]')
        .equals([owner, 'waiting'])
        .filter((entry) => entry.entity === entity)
        .count(),
    );
    const finish = (isSent: boolean): void => {
      clearTimeout(timer);
      subscription.unsubscribe();
      resolve(isSent);
    };
    const timer = setTimeout(() => finish(false), limitMs);
    const subscription = pending.subscribe({
      next: (count) => {
        if (count === 0) finish(true);
      },
      error: reject,
    });
  });
