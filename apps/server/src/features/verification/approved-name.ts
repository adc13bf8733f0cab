/** Returns the real name of a verified teacher, for other slices. */
import { teacherForm } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listApplicationsOf, listApprovedTeachers } from './store.ts';

/** Returns the name in the newest approved application; undefined if none was approved by a form. */
export const approvedNameOf = async (db: Queryable, userId: string): Promise<string | undefined> => {
  const approved = (await listApplicationsOf(db, userId, 'teacher')).find(({ state }) => state === 'approved');
  return teacherForm.pick({ realName: true }).safeParse(approved?.form).data?.realName;
};

/** Returns what verified teachers entered in their newest approved application, by user id; those without one are left out. */
export const findVerifiedTeachers = async (
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly institution: string; readonly department: string }>> => {
  const shape = teacherForm.pick({ realName: true, institution: true, department: true });
  const approved = await listApprovedTeachers(db, userIds);
  return new Map(
    approved.flatMap(({ userId, form }) => {
      const { data } = shape.safeParse(form);
      return data === undefined
        ? []
        : [[userId, { name: data.realName, institution: data.institution, department: data.department }] as const];
    }),
  );
};
