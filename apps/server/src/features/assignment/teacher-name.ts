/** The name of a teacher of the class of an assignment, for the records of who did something. */
import type { Queryable } from '../../platform/database.ts';
import { requireClass } from '../teaching/class-access.ts';
import { findTeacherName } from '../teaching/teacher-name.ts';

export const teacherNameIn = async (db: Queryable, classId: string, userId: string): Promise<string> =>
  findTeacherName(db, await requireClass(db, userId, classId), userId);
