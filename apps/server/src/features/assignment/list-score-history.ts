/** Returns the changes of the score of one response. Throws `assignment.attemptNotFound`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { isTeachers } from './assignment-view.ts';
import { findAttempt } from './attempt-store.ts';
import { currentScores, listDoubleQuestions, listGivenScores } from './marking/double-store.ts';
import { listScoreChanges } from './regrade-store.ts';
import { findAssignmentFor } from './store.ts';

export const listScoreHistory: UseCase<'listScoreHistory', AssignmentDependencies> = async (
  { db },
  { reader },
  { attemptId, questionId },
) => {
  const attempt = await findAttempt(db.orm, attemptId);
  const one = attempt === undefined ? undefined : await findAssignmentFor(db.orm, reader.userId, attempt.assignmentId);
  if (one === undefined || !isTeachers(one.access)) throw new CodedError('assignment.attemptNotFound');
  const changes = await listScoreChanges(db.orm, attemptId, questionId);
  const isDouble = (await listDoubleQuestions(db.orm, one.id)).has(questionId);
  const given = isDouble ? await listGivenScores(db.orm, one.id, questionId, attemptId) : [];
  const mayRead = changes.length > 0 || (one.access === 'own' && currentScores(given).length === 2);
  const shown = given.filter(({ markerId }) => mayRead || markerId === reader.userId);
  const items = [
    ...changes.map(({ beforeMilli, afterMilli, ...rest }) => ({
      ...rest,
      ...(beforeMilli === null ? {} : { beforeMilli }),
      ...(afterMilli === null ? {} : { afterMilli }),
    })),
    ...shown.map(({ earnedMilli, comment, markerName, markedAt }) => ({
      afterMilli: earnedMilli,
      comment,
      source: 'mark' as const,
      byName: markerName,
      at: markedAt,
    })),
  ];
  return { items: items.toSorted((earlier, later) => later.at - earlier.at) };
};
