/** Where a person was in their books, for whoever shows it: opening a book, cards, continue reading. */
import type { ProgressRecord } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { countReadersByBook, findProgressByBooks, listProgressNewestFirst, type StoredProgress } from './progress-store.ts';

/** As sync and the calls show it: the stamp stays here. */
export const viewProgress = ({ bookId, versionId, locator, updatedAt, deviceType }: StoredProgress): ProgressRecord => ({
  bookId,
  versionId,
  locator,
  updatedAt,
  ...(deviceType === undefined ? {} : { deviceType }),
});

export const findProgress = async (db: Queryable, userId: string, bookId: string): Promise<ProgressRecord | undefined> => {
  const [found] = await findProgressByBooks(db, userId, [bookId]);
  return found && viewProgress(found);
};

/** By book id; books never opened are left out. */
export const findProgressOfBooks = async (
  db: Queryable,
  userId: string,
  bookIds: readonly string[],
): Promise<Map<string, ProgressRecord>> => {
  const found = await findProgressByBooks(db, userId, bookIds);
  return new Map(found.map((progress) => [progress.bookId, viewProgress(progress)]));
};

/** By book id, how many people have read in it since then (UTC ms). */
export const countReaders = (db: Queryable, since: number): Promise<Map<string, number>> => countReadersByBook(db, since);

/** The places the person was at last, newest first. */
export const listRecentProgress = async (db: Queryable, userId: string, limit: number): Promise<ProgressRecord[]> =>
  (await listProgressNewestFirst(db, userId, limit)).map(viewProgress);
