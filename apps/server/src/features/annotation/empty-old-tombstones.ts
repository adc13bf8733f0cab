/** The end of a deleted mark. */
import { LIMITS } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { emptyDeletedAnnotations } from './store.ts';

/** Takes the texts out of marks deleted more than `LIMITS.tombstoneDays` ago; answers how many. Meant to run once a day. */
export const emptyOldTombstones = (deps: { readonly db: Database; readonly clock: Clock }): Promise<number> =>
  emptyDeletedAnnotations(deps.db.orm, deps.clock.now() - LIMITS.tombstoneDays * 86_400_000);
