/** Stores answers of an own attempt; an attempt whose time is over is handed in. Throws `assignment.attemptNotFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { holdAttempt } from './attempt-store.ts';
import { closeIfOverdue } from './close-overdue-attempts.ts';
import { requireOwn, requireOwnAttempt } from './own-attempt.ts';
import { clockOf, storeAnswers } from './store-answers.ts';
import { isOverdue } from './student-policy.ts';

export const saveAnswers: UseCase<'saveAnswers', AssignmentDependencies> = async (deps, { reader }, { attemptId, answers, deviceId }) => {
  const { db, clock } = deps;
  const found = await requireOwnAttempt(db.orm, reader.userId, attemptId);
  if (found.state === 'running' && isOverdue(found.deadlineAt, clock.now())) await closeIfOverdue(deps, attemptId);
  return db.transaction(async (tx) => {
    const attempt = requireOwn(await holdAttempt(tx, attemptId), reader.userId);
    const now = clock.now();
    return { receipts: await storeAnswers(tx, attempt, { answers, deviceId }, now), clock: clockOf(attempt, now) };
  });
};
