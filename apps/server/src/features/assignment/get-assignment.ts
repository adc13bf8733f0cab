/** Returns one assignment for the teacher of its class or an active member. Throws `assignment.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { requireOwnAssignment, viewAssignment } from './assignment-view.ts';

export const getAssignment: UseCase<'getAssignment', AssignmentDependencies> = async ({ db, clock }, { reader }, { id }) =>
  viewAssignment(db.orm, reader.userId, await requireOwnAssignment(db.orm, reader.userId, id), clock.now());
