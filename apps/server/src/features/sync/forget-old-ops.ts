/** Keeps the list of seen ops from growing for ever. */
import { LIMITS } from '@shufang/contract';
import type { SyncDependencies } from './push-changes.ts';
import { deleteOpsReceivedBefore } from './store.ts';

/**
 * Forgets ops received more than `LIMITS.tombstoneDays` ago; answers how many. One of them sent again after that loses against its
 * own stamp field by field. Meant to run once a day.
 */
export const forgetOldOps = (deps: Pick<SyncDependencies, 'db' | 'clock'>): Promise<number> =>
  deleteOpsReceivedBefore(deps.db.orm, deps.clock.now() - LIMITS.tombstoneDays * 86_400_000);
