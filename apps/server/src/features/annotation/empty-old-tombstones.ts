/** Removes the texts of annotations that were deleted long ago. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { SYNC_LIMITS } from '../sync/limits.ts';
import { emptyDeletedAnnotations } from './store.ts';

/**
 * Removes the texts of annotations deleted more than `SYNC_LIMITS.tombstoneDays` ago; returns the number of annotations. Runs once a day.
 */
export const emptyOldTombstones = (deps: { readonly db: Database; readonly clock: Clock }): Promise<number> =>
  emptyDeletedAnnotations(deps.db.orm, deps.clock.now() - SYNC_LIMITS.tombstoneDays * 86_400_000);
