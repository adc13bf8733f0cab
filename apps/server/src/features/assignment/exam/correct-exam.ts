/** Announces a correction of the paper to all students of an exam. Throws `assignment.notFound`, `exam.notRunning`. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { applyInRoom } from './exam-room.ts';
import { listWriters } from './exam-store.ts';

export const correctExam: UseCase<'correctExam', AssignmentDependencies> = async (deps, { reader }, { assignmentId, body }) => ({
  payload: await applyInRoom(deps, reader.userId, assignmentId, { kind: 'correct', userId: undefined, body }, (tx) =>
    listWriters(tx, assignmentId),
  ),
  say: '更正已发到所有考生的屏幕',
});
