/** Replaces reading time by day and block by totals after its retention period. */
import { READING_TIME_LIMITS } from './limits.ts';
import type { ReadingTimeDependencies } from './reading-time-dependencies.ts';
import { totalTimesBefore } from './store.ts';

/** Returns the number of deleted rows. */
export const totalOldTimes = ({ db, clock }: ReadingTimeDependencies): Promise<number> =>
  totalTimesBefore(db.orm, new Date(clock.now() - READING_TIME_LIMITS.blockTimeDays * 86_400_000).toISOString().slice(0, 10));
