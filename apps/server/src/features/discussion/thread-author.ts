/** The author of a thread or a reply, as the class reads it. */
import type { Transaction } from '../../platform/database.ts';
import { seesStudents } from '../teaching/class-access.ts';
import { findStudentName } from '../teaching/class-students.ts';
import { findTeacherName } from '../teaching/teacher-name.ts';
import type { Viewer } from './thread-view.ts';

/** Returns the name and the role of the caller in the class. A teacher is never anonymous. */
export const authorOf = async (
  tx: Transaction,
  group: Parameters<typeof findTeacherName>[1],
  { userId, access }: Viewer,
  isAnonymous: boolean,
): Promise<{ readonly author: string; readonly isTeacher: boolean; readonly isAnonymous: boolean }> =>
  seesStudents(access)
    ? { author: await findTeacherName(tx, group, userId), isTeacher: true, isAnonymous: false }
    : { author: await findStudentName(tx, group.id, userId), isTeacher: false, isAnonymous };
