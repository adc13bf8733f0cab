/** The classes that a user teaches, for the slices that build on classes. */
import type { ClassStatus } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listClassesTaughtBy } from './store.ts';

export interface TaughtClass {
  readonly id: string;
  readonly name: string;
  readonly bookId: string;
  readonly status: ClassStatus;
}

/** Returns the classes that the user teaches, the newest first, ended and archived ones included. */
export const listTaughtClasses = async (db: Queryable, userId: string): Promise<TaughtClass[]> =>
  (await listClassesTaughtBy(db, userId)).map(({ id, name, bookId, status }) => ({ id, name, bookId, status }));
