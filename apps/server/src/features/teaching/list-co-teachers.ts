/** Lists the co-teachers of a class for its teachers. Throws `class.notFound` for everyone else. */
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass, seesStudents } from './class-access.ts';
import { listCoTeachersOf } from './co-teacher-store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const listCoTeachers: UseCase<'listCoTeachers', TeachingDependencies> = async ({ db }, { reader }, { classId }) => {
  await requireClass(db.orm, reader.userId, classId, seesStudents);
  return { items: await listCoTeachersOf(db.orm, classId) };
};
