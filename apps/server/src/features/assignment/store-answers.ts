/** Stores answers of an attempt within a transaction, and acknowledges each. */
import type { AnswerReceipt, AttemptClock, SentAnswer } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { idsOfAttempt } from './attempt-questions.ts';
import { addAnswers, currentAnswers, listAnswers, type StoredAttempt } from './attempt-store.ts';
import { textOfResponse } from './receipt.ts';
import { isOverdue } from './student-policy.ts';

/**
 * Stores the answers and returns their receipts in the same order. The transaction holds the attempt (`holdAttempt` or `lockAttempt`), so
 * that no other transaction scores it before the answers are stored. Answers that arrive after the end of the attempt are stored as well,
 * but they do not affect the score.
 */
export const storeAnswers = async (
  tx: Transaction,
  attempt: StoredAttempt,
  { answers, deviceId }: { answers: readonly SentAnswer[]; deviceId: string },
  now: number,
): Promise<AnswerReceipt[]> => {
  if (answers.length === 0) return [];
  const isAfterEnd = attempt.state !== 'running' || isOverdue(attempt.deadlineAt, now);
  const known = await idsOfAttempt(tx, attempt);
  const accepted = answers.filter(({ questionId }) => known.has(questionId));
  if (accepted.length > 0) {
    await addAnswers(
      tx,
      attempt.id,
      accepted.map((answer) => ({ ...answer, deviceId, serverAt: now, isAfterEnd })),
    );
  }
  const stored = await listAnswers(tx, attempt.id, [...new Set(accepted.map(({ questionId }) => questionId))]);
  const current = currentAnswers(stored);
  return answers.map(({ questionId, seq, response }) => {
    const event = stored.find((each) => each.questionId === questionId && each.seq === seq && each.deviceId === deviceId);
    if (event === undefined) return { questionId, seq, status: 'unknownQuestion', savedAt: now };
    if (event.isAfterEnd) return { questionId, seq, status: 'afterEnd', savedAt: event.serverAt };
    const counting = current.get(questionId);
    // An earlier answer of the same device is saved; it was replaced by a later one of this device.
    const isSame = textOfResponse(event.response) === textOfResponse(response);
    if (isSame && (counting === undefined || counting.deviceId === deviceId))
      return { questionId, seq, status: 'saved', savedAt: event.serverAt };
    return { questionId, seq, status: 'superseded', savedAt: event.serverAt, ...(counting === undefined ? {} : { current: counting }) };
  });
};

/** Returns the server's time for an attempt. */
export const clockOf = ({ deadlineAt, state }: Pick<StoredAttempt, 'deadlineAt' | 'state'>, now: number): AttemptClock => ({
  now,
  deadlineAt,
  state: state === 'handedIn' ? 'handedIn' : 'running',
});
