/** Changes records of a user on behalf of the server, so that the user's devices receive the changes like those of another device. */
import type { Database, Transaction } from '../../platform/database.ts';
import type { EventBus } from '../../platform/events.ts';
import { type ChangedRecord, lockHead, moveChanges, saveHead } from './store.ts';
import { topicOfUser } from './topics.ts';

/** Runs `apply` in a transaction under the user's lock. `apply` writes the records and returns those that changed, each once. */
export const changeAsServer = async (
  { db, events }: { readonly db: Database; readonly events: EventBus },
  userId: string,
  apply: (tx: Transaction) => Promise<readonly ChangedRecord[]>,
): Promise<void> => {
  const seq = await db.transaction(async (tx) => {
    const head = await lockHead(tx, userId);
    const changed = await apply(tx);
    if (changed.length === 0) return undefined;
    await moveChanges(tx, userId, head.seq, changed);
    const next = head.seq + changed.length;
    await saveHead(tx, userId, { ...head, seq: next });
    return next;
  });
  if (seq !== undefined) await events.publish(topicOfUser(userId), { seq });
};
