/** Lists the roster of a class for its teachers. Throws `class.notFound` for everyone else. */
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass, seesStudents } from './class-access.ts';
import { listRoster } from './roster-store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const listClassRoster: UseCase<'listClassRoster', TeachingDependencies> = async ({ db }, { reader }, { classId }) => {
  await requireClass(db.orm, reader.userId, classId, seesStudents);
  return { items: await listRoster(db.orm, classId) };
};
