/** Counts the statistics of the days whose reading time has changed. Any number of processes may do so at once. */
import { takeStaleDay } from '../reading-time/stale-days.ts';
import { addSeenBlocks, deleteUnrecorded, lockBook, putReaderWeeks } from './rollup-store.ts';
import type { StatisticsDependencies } from './statistics-dependencies.ts';

/** Counts until no day is left or the signal is aborted, each day in its own transaction. Returns the number of days. */
export const rollUpDays = async ({ db }: Pick<StatisticsDependencies, 'db'>, signal?: AbortSignal): Promise<number> => {
  for (let days = 0; ; days += 1) {
    signal?.throwIfAborted();
    const isCounted = await db.transaction(async (tx) => {
      const bookDay = await takeStaleDay(tx);
      if (bookDay === undefined) return false;
      if (!(await lockBook(tx, bookDay.bookId))) return true;
      await putReaderWeeks(tx, bookDay);
      await addSeenBlocks(tx, bookDay);
      await deleteUnrecorded(tx, bookDay.bookId);
      return true;
    });
    if (!isCounted) return days;
  }
};
