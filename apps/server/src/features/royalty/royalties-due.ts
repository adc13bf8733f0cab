/** What a contributor gets of the statements of a book that are not paid, for the statistics. */
import type { Queryable } from '../../platform/database.ts';
import { sumDue } from './statement-store.ts';

export const findRoyaltiesDue = async (db: Queryable, userId: string, bookId: string): Promise<number> =>
  (await sumDue(db, userId, bookId)).dueFen;
