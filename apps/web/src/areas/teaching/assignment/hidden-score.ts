/** Locks the controls of a question without a verdict. */
import type { QuestionScore } from '@shufang/assessment';

/** Score of a response whose verdict is not shown. */
export const HIDDEN_SCORE: QuestionScore = { verdict: 'unscored', earnedMilli: 0, possibleMilli: 0, responses: {} };
