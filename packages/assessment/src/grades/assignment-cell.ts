/** What an assignment gives a student in the gradebook: the counted score in the points of the column, or a state. Pure. */
import { multiply, rational, roundHalfUp } from '../exact/rational.ts';
import type { CountedScore } from '../policy/late-score.ts';
import type { GradeCell } from './grade-cell.ts';

export type AssignmentOutcome = {
  kind: 'quiz' | 'exam';
  /** Whether nobody can hand in any more. */
  isClosed: boolean;
  /** Points of all questions, in thousandths. */
  possibleMilli: number;
  counted: Pick<CountedScore, 'score' | 'countedAttempts' | 'attempts'>;
  /** Responses of finished attempts that a person must still score. */
  unscored: number;
};

export type AssignmentCell = {
  cell: GradeCell;
  /** Whether an attempt that counts was handed in late. */
  isLate: boolean;
};

/**
 * Returns the cell of a column with this full score. It is empty, and so pending, before a hand-in and while a response waits for a person;
 * who never handed in before the end has missed the work, or was absent from the exam. The score is rounded once, to a thousandth.
 */
export const assignmentCell = (
  { kind, isClosed, possibleMilli, counted, unscored }: AssignmentOutcome,
  maxMilli: number,
): AssignmentCell => {
  const { score, countedAttempts, attempts } = counted;
  const isLate = attempts.some(({ attempt, lateByMs }) => lateByMs > 0 && countedAttempts.includes(attempt.number));
  if (unscored > 0) return { cell: { kind: 'empty' }, isLate };
  if (score !== undefined)
    return {
      cell: { kind: 'points', milli: possibleMilli === 0 ? 0 : roundHalfUp(multiply(score, rational(maxMilli, possibleMilli))) },
      isLate,
    };
  if (!isClosed) return { cell: { kind: 'empty' }, isLate };
  return { cell: { kind: 'state', state: kind === 'exam' ? 'absent' : 'missing' }, isLate };
};
