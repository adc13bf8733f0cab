/** The students of a class, for the slices above. */
import type { Queryable } from '../../platform/database.ts';
import { listRecipients } from './announcement-store.ts';
import { type ClassAccess, listClassAccess } from './class-access.ts';
import { listCoTeachersOf } from './co-teacher-store.ts';
import {
  countMembers,
  findClass,
  findMember,
  listActiveMembers,
  listClassesHelpedBy,
  listClassesJoinedBy,
  listClassesTaughtBy,
  type StoredClass,
  type StoredMember,
} from './store.ts';

/** Returns the number of active members. */
export const countActiveMembers = (db: Queryable, classId: string): Promise<number> => countMembers(db, classId);

/** Returns all active members, by student number and name. */
export const listClassStudents = (db: Queryable, classId: string): Promise<Pick<StoredMember, 'userId' | 'name' | 'studentNo'>[]> =>
  listActiveMembers(db, classId);

/** Returns the ids of the teacher and the co-teachers. */
export const listClassTeacherIds = async (db: Queryable, classId: string): Promise<string[]> => {
  const [group, helpers] = await Promise.all([findClass(db, classId), listCoTeachersOf(db, classId)]);
  const teacherId = group?.teacherId ?? undefined;
  return [...(teacherId === undefined ? [] : [teacherId]), ...helpers.map(({ userId }) => userId)];
};

/** Returns the ids of everyone in a class: active members, the teacher and the co-teachers. */
export const listClassUserIds = (db: Queryable, classId: string): Promise<string[]> => listRecipients(db, classId);

/** Returns the name of a member as classmates see it; an empty text for another user. */
export const findStudentName = async (db: Queryable, classId: string, userId: string): Promise<string> =>
  (await findMember(db, classId, userId))?.name ?? '';

/** Returns the user's active classes for a book, taught and joined ones, with the user's access to each. */
export const listClassesOfBook = async (
  db: Queryable,
  userId: string,
  bookId: string,
): Promise<(StoredClass & { readonly access: ClassAccess })[]> => {
  const lists = await Promise.all([listClassesTaughtBy(db, userId), listClassesHelpedBy(db, userId), listClassesJoinedBy(db, userId)]);
  const groups = lists.flat().filter((group) => group.bookId === bookId && group.status === 'active');
  const accesses = await listClassAccess(
    db,
    userId,
    groups.map(({ id }) => id),
  );
  return groups.flatMap((group) => {
    const access = accesses.get(group.id);
    return access === undefined ? [] : [{ ...group, access }];
  });
};
