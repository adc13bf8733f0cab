/** How much each book is read, counted anew from time to time: the order of the list of much-read books. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { replacePopularity } from './popularity-store.ts';

const DAYS = 30;
/** Who keeps a book means it more than who opened it once. */
const FAVORITE_WEIGHT = 2;

export interface PopularityDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** By book id, how many people read in it since then (UTC ms). */
  readonly countReaders: (since: number) => Promise<ReadonlyMap<string, number>>;
  /** By book id, how many people keep it as a favourite. */
  readonly countFavorites: () => Promise<ReadonlyMap<string, number>>;
}

/** Answers how many books anybody read or kept. */
export const countPopularity = async (deps: PopularityDependencies): Promise<number> => {
  const now = deps.clock.now();
  const [readers, favorites] = await Promise.all([deps.countReaders(now - DAYS * 86_400_000), deps.countFavorites()]);
  const counts = [...new Set([...readers.keys(), ...favorites.keys()])].map((bookId) => {
    const [read, kept] = [readers.get(bookId) ?? 0, favorites.get(bookId) ?? 0];
    return { bookId, readers: read, favorites: kept, score: read + FAVORITE_WEIGHT * kept };
  });
  await deps.db.transaction((tx) => replacePopularity(tx, counts, now));
  return counts.length;
};
