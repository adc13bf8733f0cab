/** Finds an attendance session and checks what the caller may do with it. */
import { CodedError } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { type ClassAccess, listClassAccess, mayAnnounce, seesStudents } from '../teaching/class-access.ts';
import type { StoredAttendance } from './attendance-store.ts';

/** Returns whether the access covers changes of attendance: teachers who may edit, and the class representative. */
export const takesAttendance = mayAnnounce;

/** Returns whether the access covers the records of all students. */
export const seesAttendance = (access: ClassAccess): boolean => takesAttendance(access) || seesStudents(access);

/** Returns the session with the caller's access. Throws `attendance.notFound` if there is none or the access does not suffice. */
export const requireAttendance = async (
  db: Queryable,
  userId: string,
  found: StoredAttendance | undefined,
  covers: (access: ClassAccess) => boolean = () => true,
): Promise<StoredAttendance & { readonly access: ClassAccess }> => {
  const access = found && (await listClassAccess(db, userId, [found.classId])).get(found.classId);
  if (found === undefined || access === undefined || !covers(access)) throw new CodedError('attendance.notFound');
  return { ...found, access };
};
