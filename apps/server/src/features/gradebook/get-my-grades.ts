/** Returns the released results of the caller in a class. */
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass, seesStudents } from '../teaching/class-access.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { findScheme, listAppealsOf, listReleasedCellsOf } from './store.ts';

/** Throws `class.notFound`, also for teachers, who have no results. */
export const getMyGrades: UseCase<'getMyGrades', GradebookDependencies> = async ({ db }, { reader: { userId } }, { classId }) => {
  const { name } = await requireClass(db.orm, userId, classId, (access) => !seesStudents(access));
  const [scheme, cells, appeals] = await Promise.all([
    findScheme(db.orm, classId),
    listReleasedCellsOf(db.orm, classId, userId),
    listAppealsOf(db.orm, classId, userId),
  ]);
  return { className: name, userId, scheme, cells, appeals };
};
