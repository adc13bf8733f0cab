/** The parts of a book that users have read, for the progress in classes. */
import type { Queryable } from '../../platform/database.ts';
import { listPassedParts } from './progress-store.ts';

/** Returns by user the parts of a book that were read at the speed of reading, from 0 to 1; users who have not opened it are left out. */
export const findPassedParts = async (
  db: Queryable,
  userIds: readonly string[],
  bookId: string,
): Promise<Map<string, readonly (readonly [from: number, to: number])[]>> =>
  new Map((await listPassedParts(db, userIds, bookId)).map(({ userId, parts }) => [userId, parts]));
