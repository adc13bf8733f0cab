/** Reads users' progress for other parts of the server: opening a book, the cards of books, and the list of books to continue reading. */
import type { ProgressRecord } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { countReadersByBook, findProgressByBooks, listProgressNewestFirst, type StoredProgress } from './progress-store.ts';

/** Converts progress for sync and API responses; its timestamp is left out. */
export const viewProgress = ({ bookId, versionId, locator, furthest, updatedAt, deviceType }: StoredProgress): ProgressRecord => ({
  bookId,
  versionId,
  locator,
  furthest,
  updatedAt,
  ...(deviceType === undefined ? {} : { deviceType }),
});

export const findProgress = async (db: Queryable, userId: string, bookId: string): Promise<ProgressRecord | undefined> => {
  const [found] = await findProgressByBooks(db, userId, [bookId]);
  return found && viewProgress(found);
};

/** Returns the user's progress by book id; books never opened are left out. */
export const findProgressOfBooks = async (
  db: Queryable,
  userId: string,
  bookIds: readonly string[],
): Promise<Map<string, ProgressRecord>> => {
  const found = await findProgressByBooks(db, userId, bookIds);
  return new Map(found.map((progress) => [progress.bookId, viewProgress(progress)]));
};

/** Returns the share of the book that the user has reached; undefined if no position states its share of the book. */
export const shareOf = ({ locator, furthest = 0 }: ProgressRecord): number | undefined =>
  furthest === 0 ? locator.locations.totalProgression : furthest;

/** Returns by book id the number of users who have read the book since this time (UTC ms). */
export const countReaders = (db: Queryable, since: number): Promise<Map<string, number>> => countReadersByBook(db, since);

/** Returns the user's latest positions, newest first. */
export const listRecentProgress = async (db: Queryable, userId: string, limit: number): Promise<ProgressRecord[]> =>
  (await listProgressNewestFirst(db, userId, limit)).map(viewProgress);
