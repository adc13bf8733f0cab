/** Returns the real name of a verified teacher, for other slices. */
import { teacherForm } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { listApplicationsOf } from './store.ts';

/** Returns the name in the newest approved application; undefined if none was approved by a form. */
export const approvedNameOf = async (db: Queryable, userId: string): Promise<string | undefined> => {
  const approved = (await listApplicationsOf(db, userId, 'teacher')).find(({ state }) => state === 'approved');
  return teacherForm.pick({ realName: true }).safeParse(approved?.form).data?.realName;
};
