/** Lists the corrected keys of an assignment. Throws `assignment.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { requireTaughtAssignment } from './assignment-view.ts';
import { listRegradesOf, viewRegrade } from './regrade-store.ts';

export const listRegrades: UseCase<'listRegrades', AssignmentDependencies> = async ({ db }, { reader }, { assignmentId }) => {
  await requireTaughtAssignment(db.orm, reader.userId, assignmentId);
  return { items: (await listRegradesOf(db.orm, assignmentId)).map(viewRegrade) };
};
