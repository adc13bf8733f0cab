/** The teachers of a class who may mark the work of its students, for the slices above. */
import type { Queryable } from '../../platform/database.ts';
import { listCoTeachersOf } from './co-teacher-store.ts';
import { findClass } from './store.ts';

/** Returns the teacher to whom the class belongs and the co-teachers with the right to edit, as students see their names. */
export const listClassMarkers = async (db: Queryable, classId: string): Promise<{ userId: string; name: string }[]> => {
  const group = await findClass(db, classId);
  const helpers = await listCoTeachersOf(db, classId);
  const owner = group === undefined || group.teacherId === null ? [] : [{ userId: group.teacherId, name: group.teacherName }];
  return [...owner, ...helpers.flatMap(({ userId, name, right }) => (right === 'edit' ? [{ userId, name }] : []))];
};
