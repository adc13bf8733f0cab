/** Simulated trials and searches of the demo, so that the dashboard shows something. Pages mark it as simulated. */
import { countSearchMisses, deleteSearchMisses } from '../features/catalog/search/search-misses.ts';
import { insertTrials } from '../features/reading/trial-opening-store.ts';
import type { UserDayTime } from '../features/reading-time/store.ts';
import { lastCompleteWeek } from '../features/statistics/weeks.ts';
import { addDays, startOfDay } from '../platform/china-time.ts';
import type { Platform } from './open-platform.ts';

/** Every second reader tried the book. Some of them buy it (seed-demo-royalties.ts). */
const TRIED_EACH = 2;
/** Words that found nothing, with the number of searches. */
const MISSES: readonly (readonly [word: string, count: number])[] = [
  ['微积分习题详解', 17],
  ['大学英语四级', 12],
  ['机械制图', 9],
  ['数据结构 c 语言版', 7],
  ['护理学基础', 5],
];

/** `times`: the simulated reading of users who exist only for this. */
export const seedDemoDashboard = async ({ db, clock }: Platform, bookId: string, times: readonly UserDayTime[]): Promise<void> => {
  const firstDays = [...Map.groupBy(times, ({ userId }) => userId)].map(([userId, own]) => ({
    userId,
    at: startOfDay(own.map(({ day }) => day).toSorted()[0] ?? ''),
  }));
  const tried = firstDays.filter((_, index) => index % TRIED_EACH === 0);
  const sunday = addDays(lastCompleteWeek(clock.now()), 6);
  await db.transaction(async (tx) => {
    await insertTrials(tx, bookId, tried);
    await countSearchMisses(
      tx,
      MISSES.flatMap(([word, count]) => Array.from({ length: count }, (_, index) => ({ word, day: addDays(sunday, -index * 2) }))),
    );
  });
};

/** Deletes the simulated searches, also those of the same words that users made since. */
export const removeDemoSearches = ({ db }: Pick<Platform, 'db'>): Promise<void> =>
  deleteSearchMisses(
    db.orm,
    MISSES.map(([word]) => word),
  );
