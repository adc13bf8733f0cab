import type { AssignmentPolicy } from '@shufang/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedScore, type ScoredAttempt } from '../policy/late-score.ts';
import { assignmentCell } from './assignment-cell.ts';

const policy = (more: Partial<AssignmentPolicy> = {}): AssignmentPolicy => ({
  openAt: null,
  dueAt: 1_000,
  closeAt: null,
  timeLimitSeconds: null,
  attempts: null,
  graceSeconds: 0,
  countedAttempt: 'best',
  late: { unitMinutes: 1440, stepBasisPoints: 1000, basis: 'earned', floorBasisPoints: 0, capBasisPoints: 10_000 },
  ...more,
});

const attempt = (number: number, earnedMilli: number, finishedAt = 0): ScoredAttempt => ({
  number,
  earnedMilli,
  possibleMilli: 8000,
  finishedAt,
  isPractice: false,
});

const outcome = (attempts: readonly ScoredAttempt[], more: Partial<Parameters<typeof assignmentCell>[0]> = {}) => ({
  kind: 'quiz' as const,
  isClosed: false,
  possibleMilli: 8000,
  counted: countedScore(policy(), attempts),
  unscored: 0,
  ...more,
});

describe('the cell of an assignment', () => {
  it.each([
    ['nothing handed in yet: pending', outcome([]), { kind: 'empty' }, false],
    ['nothing handed in and closed: missing', outcome([], { isClosed: true }), { kind: 'state', state: 'missing' }, false],
    ['an exam without a hand-in: absent', outcome([], { isClosed: true, kind: 'exam' }), { kind: 'state', state: 'absent' }, false],
    ['7 of 8 in a column of 20', outcome([attempt(1, 7000)]), { kind: 'points', milli: 17_500 }, false],
    ['a response waits for a person: pending', outcome([attempt(1, 7000)], { unscored: 1 }), { kind: 'empty' }, false],
    ['late: one step of 10 %', outcome([attempt(1, 8000, 2_000)]), { kind: 'points', milli: 18_000 }, true],
    ['the best one counts and was in time', outcome([attempt(1, 8000), attempt(2, 8000, 2_000)]), { kind: 'points', milli: 20_000 }, false],
    ['a third is rounded once', outcome([attempt(1, 1)], { possibleMilli: 3 }), { kind: 'points', milli: 6667 }, false],
    ['a paper without points', outcome([attempt(1, 0)], { possibleMilli: 0 }), { kind: 'points', milli: 0 }, false],
  ] as const)('is right: %s', (_name, given, cell, isLate) => {
    expect(assignmentCell(given, 20_000)).toEqual({ cell, isLate });
  });

  it('is the share of the paper in the points of the column, between 0 and the full score', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), fc.nat(1000), fc.integer({ min: 1, max: 1_000_000 }), (possible, share, max) => {
        const earned = Math.floor((possible * share) / 1000);
        const counted = countedScore(policy(), [{ ...attempt(1, earned), possibleMilli: possible }]);
        const { cell } = assignmentCell(outcome([], { counted, possibleMilli: possible }), max);
        const milli = cell.kind === 'points' ? cell.milli : Number.NaN;
        expect(Math.abs(milli - (earned * max) / possible)).toBeLessThanOrEqual(0.5);
        expect(milli).toBeGreaterThanOrEqual(0);
        expect(milli).toBeLessThanOrEqual(max);
      }),
    );
  });
});
