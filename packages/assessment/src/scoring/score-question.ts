/** Scores a whole question: the sum over its interactions. Pure. */
import type { QuestionKey, QuestionResponse } from '@shufang/contract';
import { type ResponseScore, scoreResponse, type Verdict } from './score-response.ts';

export type QuestionScore = {
  readonly verdict: Verdict;
  /** What is earned so far: responses that a person must score count nothing yet. */
  readonly earnedMilli: number;
  readonly possibleMilli: number;
  readonly responses: Readonly<Record<string, ResponseScore>>;
};

const verdictOf = (scores: readonly ResponseScore[], earnedMilli: number): Verdict => {
  const has = (verdict: Verdict): boolean => scores.some((score) => score.verdict === verdict);
  if (scores.every(({ verdict }) => verdict === 'unanswered')) return 'unanswered';
  if (has('unscored')) return 'unscored';
  if (scores.every(({ verdict }) => verdict === 'correct')) return 'correct';
  return earnedMilli > 0 || has('correct') || has('partial') ? 'partial' : 'wrong';
};

/**
 * Returns the score of a question. Responses to interactions that the key does not have are ignored. A question that is declared faulty
 * gives everyone full marks.
 */
export const scoreQuestion = (key: QuestionKey, response: QuestionResponse): QuestionScore => {
  const responses = Object.fromEntries(Object.entries(key.responses).map(([id, each]) => [id, scoreResponse(each, response[id])]));
  const scores = Object.values(responses);
  const earnedMilli = scores.reduce((total, score) => total + (score.earnedMilli ?? 0), 0);
  const possibleMilli = scores.reduce((total, score) => total + score.possibleMilli, 0);
  if (key.isFullPoints) return { verdict: 'correct', earnedMilli: possibleMilli, possibleMilli, responses };
  return { verdict: verdictOf(scores, earnedMilli), earnedMilli, possibleMilli, responses };
};
