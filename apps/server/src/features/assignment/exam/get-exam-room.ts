/** Returns the state of each student and the incidents of an exam, for the teachers of the class. Throws `assignment.notFound`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { readRoom } from './exam-room.ts';

export const getExamRoom: UseCase<'getExamRoom', AssignmentDependencies> = ({ db, clock }, { reader }, { assignmentId }) =>
  readRoom(db.orm, reader.userId, assignmentId, clock.now());
