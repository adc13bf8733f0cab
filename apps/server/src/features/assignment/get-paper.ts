/** Returns the questions of an own attempt, without keys. Throws `assignment.attemptNotFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { requireOwnAttempt } from './own-attempt.ts';
import { findAssignmentFor, listQuestions } from './store.ts';

export const getPaper: UseCase<'getPaper', AssignmentDependencies> = async ({ db }, { reader }, { attemptId }) => {
  const { assignmentId } = await requireOwnAttempt(db.orm, reader.userId, attemptId);
  const [found, questions] = await Promise.all([
    findAssignmentFor(db.orm, reader.userId, assignmentId),
    listQuestions(db.orm, assignmentId),
  ]);
  return {
    title: found?.title ?? '',
    instructions: found?.instructions ?? '',
    items: questions.map(({ id, view }) => ({ id, view })),
  };
};
