/** Returns how an assignment is marked, for the teachers of its class. Throws `assignment.notFound`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { requireTaughtAssignment } from '../assignment-view.ts';
import { viewPlan } from './marking-plan.ts';

export const getMarkingPlan: UseCase<'getMarkingPlan', AssignmentDependencies> = async ({ db }, { reader }, { assignmentId }) =>
  viewPlan(db.orm, await requireTaughtAssignment(db.orm, reader.userId, assignmentId));
