/** Closes an attempt: scores the answers that count and fixes what the receipt signs. The one way in which an attempt ends. */
import { scoreQuestion } from '@shufang/assessment';
import type { QuestionKey } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { AssignmentDependencies } from './assignment-dependencies.ts';
import { idsOfAttempt } from './attempt-questions.ts';
import { type AnswerEvent, currentAnswers, listAnswers, putHandedIn, putScores, type StoredAttempt } from './attempt-store.ts';
import { digestOfAnswers } from './receipt.ts';
import { listKeys } from './store.ts';

export type ClosedBy = 'student' | 'timer' | 'teacher';

/** Returns the score of each question and their sum. */
export const scoreAnswers = (keys: ReadonlyMap<string, QuestionKey>, answers: readonly AnswerEvent[]) => {
  const current = currentAnswers(answers);
  const scores = [...keys].map(([questionId, key]) => {
    const { verdict, earnedMilli } = scoreQuestion(key, current.get(questionId)?.response ?? {});
    return { questionId, verdict, earnedMilli: verdict === 'unscored' ? null : earnedMilli };
  });
  return {
    scores,
    answered: current.size,
    earnedMilli: scores.reduce((sum, each) => sum + (each.earnedMilli ?? 0), 0),
    unscored: scores.filter(({ verdict }) => verdict === 'unscored').length,
  };
};

/**
 * Ends a running attempt, which the transaction has locked (`lockAttempt`). One that the timer closes ends at its deadline, whenever the
 * server gets to it. Returns the attempt as it is stored. The caller calls `scoresChanged` after the last attempt.
 */
export const endAttempt = async (tx: Transaction, attempt: StoredAttempt, closedBy: ClosedBy, now: number): Promise<StoredAttempt> => {
  const ids = await idsOfAttempt(tx, attempt);
  const keys = new Map([...(await listKeys(tx, attempt.assignmentId))].filter(([id]) => ids.has(id)));
  const answers = (await listAnswers(tx, attempt.id)).filter(({ isAfterEnd }) => !isAfterEnd);
  const { scores, answered, earnedMilli, unscored } = scoreAnswers(keys, answers);
  const closed = {
    id: attempt.id,
    // A hand-in that was under way at the deadline ends at it.
    finishedAt: closedBy === 'teacher' ? now : Math.min(now, attempt.deadlineAt ?? now),
    closedBy,
    earnedMilli,
    unscored,
    events: answers.length,
    answered,
    digest: digestOfAnswers(answers),
  };
  await putScores(tx, attempt.id, scores);
  await putHandedIn(tx, closed);
  return { ...attempt, ...closed, state: 'handedIn' };
};

/** Ends one running attempt and updates the column of the assignment in the gradebook. */
export const handIn = async (
  { scoresChanged }: Pick<AssignmentDependencies, 'scoresChanged'>,
  tx: Transaction,
  attempt: StoredAttempt,
  closedBy: ClosedBy,
  now: number,
): Promise<StoredAttempt> => {
  const ended = await endAttempt(tx, attempt, closedBy, now);
  await scoresChanged(tx, attempt.assignmentId, [attempt.userId]);
  return ended;
};
