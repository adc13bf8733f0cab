/** Returns the questions of an own attempt, without keys. Throws `assignment.attemptNotFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { questionsOfAttempt } from './attempt-questions.ts';
import { requireOwnAttempt } from './own-attempt.ts';
import { findAssignmentFor } from './store.ts';

export const getPaper: UseCase<'getPaper', AssignmentDependencies> = async ({ db }, { reader }, { attemptId }) => {
  const attempt = await requireOwnAttempt(db.orm, reader.userId, attemptId);
  const [found, { questions, sections }] = await Promise.all([
    findAssignmentFor(db.orm, reader.userId, attempt.assignmentId),
    questionsOfAttempt(db.orm, attempt),
  ]);
  return {
    kind: found?.kind ?? 'quiz',
    title: found?.title ?? '',
    instructions: found?.instructions ?? '',
    items: questions.map(({ id, view }) => ({ id, view })),
    sections,
  };
};
