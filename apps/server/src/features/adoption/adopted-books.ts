/** The books that a teacher has adopted, for other slices. */
import type { Queryable } from '../../platform/database.ts';
import { listAdoptedBooks } from './store.ts';

/** Returns the ids of the books on the teacher's adoption lists that the institution has confirmed or ordered. */
export const findAdoptedBooks = (db: Queryable, teacherId: string): Promise<string[]> => listAdoptedBooks(db, teacherId);
