/** Recomputes the popularity of each book, for the order of popular books. Runs periodically. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { replacePopularity } from './popularity-store.ts';

const DAYS = 30;
/** Weight of a favorite in the popularity score; a reader of the book counts as one. */
const FAVORITE_WEIGHT = 2;

export interface PopularityDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Returns by book id the number of users who have read the book since this time (UTC ms). */
  readonly countReaders: (since: number) => Promise<ReadonlyMap<string, number>>;
  /** Returns by book id the number of users who marked the book as a favorite. */
  readonly countFavorites: () => Promise<ReadonlyMap<string, number>>;
}

/** Stores the popularity of all books. Returns the number of books with readers or favorites. */
export const countPopularity = async (deps: PopularityDependencies): Promise<number> => {
  const now = deps.clock.now();
  const [readers, favorites] = await Promise.all([deps.countReaders(now - DAYS * 86_400_000), deps.countFavorites()]);
  const counts = [...new Set([...readers.keys(), ...favorites.keys()])].map((bookId) => {
    const [read, favorite] = [readers.get(bookId) ?? 0, favorites.get(bookId) ?? 0];
    return { bookId, readers: read, favorites: favorite, score: read + FAVORITE_WEIGHT * favorite };
  });
  await deps.db.transaction((tx) => replacePopularity(tx, counts, now));
  return counts.length;
};
