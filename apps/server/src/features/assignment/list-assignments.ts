/** Lists the assignments of a class for its teacher or an active member. Throws `class.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import { requireClass, seesStudents } from '../teaching/class-access.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { viewAssignments } from './assignment-view.ts';
import { listAssignmentsOfClass } from './store.ts';

export const listAssignments: UseCase<'listAssignments', AssignmentDependencies> = async ({ db, clock }, { reader }, { classId }) => {
  const { userId } = reader;
  const { access } = await requireClass(db.orm, userId, classId);
  const found = await listAssignmentsOfClass(db.orm, { userId, classId, withDrafts: seesStudents(access) });
  return { items: await viewAssignments(db.orm, userId, found, clock.now()) };
};
