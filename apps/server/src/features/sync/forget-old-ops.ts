/** Deletes old entries of the list of processed operations. */

import { SYNC_LIMITS } from './limits.ts';
import type { SyncDependencies } from './push-changes.ts';
import { deleteOpsReceivedBefore } from './store.ts';

/**
 * Deletes the records of operations that were received more than `SYNC_LIMITS.tombstoneDays` ago, and returns their number. An operation
 * that is sent again later changes nothing, because its timestamps are not newer than the stored ones. Runs once a day.
 */
export const forgetOldOps = (deps: Pick<SyncDependencies, 'db' | 'clock'>): Promise<number> =>
  deleteOpsReceivedBefore(deps.db.orm, deps.clock.now() - SYNC_LIMITS.tombstoneDays * 86_400_000);
