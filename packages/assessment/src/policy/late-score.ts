/** The score of late work, and the attempt that counts, with the steps of the calculation that the student's page shows. Pure. */

import { type AssignmentPolicy, type LateRule, WHOLE_BASIS_POINTS } from '@shufang/contract';
import { compare, divide, maximum, minimum, multiply, type Rational, rational, subtract, sum } from '../exact/rational.ts';

/** A finished attempt. Points are in thousandths (`Milli`). */
export type ScoredAttempt = {
  /** Number of the attempt, from 1. */
  number: number;
  earnedMilli: number;
  possibleMilli: number;
  /** When it was handed in, in milliseconds since 1970 (UTC). */
  finishedAt: number;
  /** Whether it was made for practice, after the close time: it never counts. */
  isPractice: boolean;
};

/** How the score of one attempt came about. Fractions are thousandths of a point, not rounded. */
export type LateExplanation = {
  attempt: ScoredAttempt;
  dueAt: number | null;
  graceSeconds: number;
  /** How long after the due time it was handed in, in milliseconds; 0 if in time or within the grace period. */
  lateByMs: number;
  /** The rule that lowered the score; `null` if none applied. */
  rule: LateRule | null;
  /** Started units after the due time and the grace period. */
  steps: number;
  /** The deduction as a share of the basis, after the cap. */
  deductionBasisPoints: number;
  isCapped: boolean;
  deduction: Rational;
  /** Whether the floor of the rule raised the score. */
  isFloored: boolean;
  score: Rational;
};

const shareOf = (milli: number, basisPoints: number): Rational => multiply(rational(milli), rational(basisPoints, WHOLE_BASIS_POINTS));

/** Returns the score of one attempt after the deduction for late work. */
export const lateScore = (policy: Pick<AssignmentPolicy, 'dueAt' | 'graceSeconds' | 'late'>, attempt: ScoredAttempt): LateExplanation => {
  const { dueAt, graceSeconds, late: rule } = policy;
  const earned = rational(attempt.earnedMilli);
  const overdueMs = dueAt === null ? 0 : attempt.finishedAt - dueAt - graceSeconds * 1000;
  const isLate = dueAt !== null && overdueMs > 0;
  const result = { attempt, dueAt, graceSeconds, lateByMs: isLate ? attempt.finishedAt - dueAt : 0 };
  if (!isLate || rule === null) {
    const nothing = { steps: 0, deductionBasisPoints: 0, isCapped: false, deduction: rational(0), isFloored: false };
    return { ...result, rule: null, ...nothing, score: earned };
  }
  const steps = Math.ceil(overdueMs / (rule.unitMinutes * 60_000));
  const deductionBasisPoints = Math.min(steps * rule.stepBasisPoints, rule.capBasisPoints);
  const basis = rule.basis === 'earned' ? attempt.earnedMilli : attempt.possibleMilli;
  const deduction = shareOf(basis, deductionBasisPoints);
  const lowered = subtract(earned, deduction);
  // A score that was below the floor before the deduction is not raised; a deduction never makes a score negative.
  const floor = minimum(earned, shareOf(attempt.possibleMilli, rule.floorBasisPoints));
  const score = maximum(lowered, floor);
  return {
    ...result,
    rule,
    steps,
    deductionBasisPoints,
    isCapped: steps * rule.stepBasisPoints > rule.capBasisPoints,
    deduction,
    isFloored: compare(lowered, floor) < 0,
    score,
  };
};

/** The score that counts and how it came about. */
export type CountedScore = {
  /** Thousandths of a point, not rounded; undefined while no attempt counts. */
  score: Rational | undefined;
  rule: AssignmentPolicy['countedAttempt'];
  /** The numbers of the attempts that the score was made of. */
  countedAttempts: readonly number[];
  /** Every attempt, in order of its number, practice included. */
  attempts: readonly LateExplanation[];
};

const chooseAttempts = (rule: AssignmentPolicy['countedAttempt'], counting: readonly LateExplanation[]): readonly LateExplanation[] => {
  if (rule === 'mean') return counting;
  if (rule === 'first') return counting.slice(0, 1);
  if (rule === 'last') return counting.slice(-1);
  let best: LateExplanation | undefined;
  for (const each of counting) if (best === undefined || compare(each.score, best.score) > 0) best = each;
  return best === undefined ? [] : [best];
};

/**
 * Returns the score of an assignment. Deductions come first, then the choice of the attempt: late practice can never lower a "best" score.
 * Of equally good attempts the earliest counts.
 */
export const countedScore = (
  policy: Pick<AssignmentPolicy, 'dueAt' | 'graceSeconds' | 'late' | 'countedAttempt'>,
  attempts: readonly ScoredAttempt[],
): CountedScore => {
  const explained = attempts.toSorted((a, b) => a.number - b.number).map((attempt) => lateScore(policy, attempt));
  const chosen = chooseAttempts(
    policy.countedAttempt,
    explained.filter(({ attempt }) => !attempt.isPractice),
  );
  const score = chosen.length === 0 ? undefined : divide(sum(chosen.map((each) => each.score)), rational(chosen.length));
  return { score, rule: policy.countedAttempt, countedAttempts: chosen.map(({ attempt }) => attempt.number), attempts: explained };
};
