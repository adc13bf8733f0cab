/** Stores the last answers, hands the attempt in and returns the receipt. Throws `assignment.attemptNotFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { idsOfAttempt } from './attempt-questions.ts';
import { lockAttempt } from './attempt-store.ts';
import { handIn } from './hand-in.ts';
import { requireOwn } from './own-attempt.ts';
import { receiptOf } from './receipt.ts';
import { storeAnswers } from './store-answers.ts';
import { isOverdue } from './student-policy.ts';

export const submitAttempt: UseCase<'submitAttempt', AssignmentDependencies> = async (
  { db, clock, receiptKey, scoresChanged },
  { reader },
  { attemptId, answers, deviceId },
) =>
  db.transaction(async (tx) => {
    const attempt = requireOwn(await lockAttempt(tx, attemptId), reader.userId);
    const now = clock.now();
    const receipts = await storeAnswers(tx, attempt, { answers, deviceId }, now);
    const closedBy = isOverdue(attempt.deadlineAt, now) ? 'timer' : 'student';
    const finished = attempt.state === 'running' ? await handIn({ scoresChanged }, tx, attempt, closedBy, now) : attempt;
    const { size } = await idsOfAttempt(tx, attempt);
    return { receipts, receipt: receiptOf(receiptKey, finished, size) };
  });
