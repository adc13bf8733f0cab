/** The name of a teacher of a class, for the slices that record who did something. */
import type { Queryable } from '../../platform/database.ts';
import { listCoTeachersOf } from './co-teacher-store.ts';
import type { StoredClass } from './store.ts';

/** Returns the name of the teacher or co-teacher as students see it; an empty text for another user. */
export const findTeacherName = async (
  db: Queryable,
  { id, teacherId, teacherName }: Pick<StoredClass, 'id' | 'teacherId' | 'teacherName'>,
  userId: string,
): Promise<string> =>
  teacherId === userId ? teacherName : ((await listCoTeachersOf(db, id)).find((one) => one.userId === userId)?.name ?? '');
