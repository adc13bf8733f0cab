/** Returns the released results of the caller in a class. */
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass, seesStudents } from '../teaching/class-access.ts';
import type { GradebookDependencies } from './gradebook-dependencies.ts';
import { findReleased } from './released-grades.ts';
import { listAppealsOf } from './store.ts';

/** Throws `class.notFound`, also for teachers, who have no results. */
export const getMyGrades: UseCase<'getMyGrades', GradebookDependencies> = async ({ db, clock }, { reader: { userId } }, { classId }) => {
  const { name } = await requireClass(db.orm, userId, classId, (access) => !seesStudents(access));
  const [released, appeals] = await Promise.all([
    findReleased(db.orm, classId, userId, clock.now()),
    listAppealsOf(db.orm, classId, userId),
  ]);
  return { className: name, userId, ...released, appeals };
};
