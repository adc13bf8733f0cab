/** The students of a class, for the slices above. */
import type { Queryable } from '../../platform/database.ts';
import { countMembers, listActiveMembers, type StoredMember } from './store.ts';

/** Returns the number of active members. */
export const countActiveMembers = (db: Queryable, classId: string): Promise<number> => countMembers(db, classId);

/** Returns all active members, by student number and name. */
export const listClassStudents = (db: Queryable, classId: string): Promise<Pick<StoredMember, 'userId' | 'name' | 'studentNo'>[]> =>
  listActiveMembers(db, classId);
