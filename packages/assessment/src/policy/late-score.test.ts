import type { CountedAttempt, LateRule } from '@shufang/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, type Rational, rational, roundHalfUp } from '../exact/rational.ts';
import { countedScore, lateScore, type ScoredAttempt } from './late-score.ts';

const MINUTE_MS = 60_000;
const DAY = 1440;

/** 10 % of the earned points per day, at most half of them, never below a fifth of the possible points. */
const TEN_PER_DAY: LateRule = { unitMinutes: DAY, stepBasisPoints: 1000, basis: 'earned', floorBasisPoints: 2000, capBasisPoints: 5000 };
const POSSIBLE: LateRule = { ...TEN_PER_DAY, basis: 'possible' };
const HOURLY: LateRule = { unitMinutes: 60, stepBasisPoints: 333, basis: 'earned', floorBasisPoints: 0, capBasisPoints: 10_000 };

const attemptOf = (earnedMilli: number, minute: number, number = 1, isPractice = false): ScoredAttempt => ({
  number,
  earnedMilli,
  possibleMilli: 10_000,
  finishedAt: minute * MINUTE_MS,
  isPractice,
});

type Row = readonly [
  name: string,
  rule: LateRule | null,
  graceMinutes: number,
  earned: number,
  minute: number,
  steps: number,
  milli: number,
];

/** The due time is minute 1,000; scores are thousandths of a point, out of 10,000. */
const rows: readonly Row[] = [
  ['in time', TEN_PER_DAY, 0, 8500, 999, 0, 8500],
  ['at the due moment', TEN_PER_DAY, 0, 8500, 1000, 0, 8500],
  ['one minute late', TEN_PER_DAY, 0, 8500, 1001, 1, 7650],
  ['a whole day late', TEN_PER_DAY, 0, 8500, 1000 + DAY, 1, 7650],
  ['a day and a minute late', TEN_PER_DAY, 0, 8500, 1001 + DAY, 2, 6800],
  ['in the last minute of grace', TEN_PER_DAY, 15, 8500, 1015, 0, 8500],
  ['one minute after the grace period', TEN_PER_DAY, 15, 8500, 1016, 1, 7650],
  ['a day after the grace period', TEN_PER_DAY, 15, 8500, 1015 + DAY, 1, 7650],
  ['five days late, at the cap', TEN_PER_DAY, 0, 8000, 1000 + 5 * DAY, 5, 4000],
  ['six days late, above the cap', TEN_PER_DAY, 0, 8000, 1000 + 6 * DAY, 6, 4000],
  ['a year late', TEN_PER_DAY, 0, 8000, 1000 + 366 * DAY, 366, 4000],
  ['a low score that the floor holds', TEN_PER_DAY, 0, 2200, 1000 + 3 * DAY, 3, 2000],
  ['a score at the floor', TEN_PER_DAY, 0, 2000, 1000 + 3 * DAY, 3, 2000],
  ['a score below the floor is not raised', TEN_PER_DAY, 0, 1500, 1000 + 3 * DAY, 3, 1500],
  ['no points stay no points', TEN_PER_DAY, 0, 0, 1000 + 3 * DAY, 3, 0],
  ['full points', TEN_PER_DAY, 0, 10_000, 1000 + 2 * DAY, 2, 8000],
  ['of the possible points', POSSIBLE, 0, 8500, 1000 + 2 * DAY, 2, 6500],
  ['of the possible points, at the cap', POSSIBLE, 0, 8500, 1000 + 9 * DAY, 9, 3500],
  ['of the possible points, held by the floor', POSSIBLE, 0, 6000, 1000 + 9 * DAY, 9, 2000],
  ['of the possible points, below the floor before', POSSIBLE, 0, 1000, 1001, 1, 1000],
  ['hourly, with a fraction of a thousandth', HOURLY, 0, 8501, 1001, 1, 8218],
  ['hourly, 31 hours, nothing left', HOURLY, 0, 8501, 1000 + 31 * 60, 31, 0],
  ['hourly, 30 hours', HOURLY, 0, 10_000, 1000 + 30 * 60, 30, 10],
  ['no rule', null, 0, 8500, 1000 + 9 * DAY, 0, 8500],
];

const policyOf = (late: LateRule | null, graceMinutes: number) => ({ dueAt: 1000 * MINUTE_MS, graceSeconds: graceMinutes * 60, late });

const lateRules: fc.Arbitrary<LateRule> = fc.record({
  unitMinutes: fc.integer({ min: 1, max: 3000 }),
  stepBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  basis: fc.constantFrom('earned', 'possible'),
  floorBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  capBasisPoints: fc.integer({ min: 0, max: 10_000 }),
});

const attemptLists = fc
  .array(fc.record({ earned: fc.nat(10_000), minute: fc.nat(20_000), isPractice: fc.boolean() }), { maxLength: 6 })
  .map((list) => list.map(({ earned, minute, isPractice }, index) => attemptOf(earned, minute, index + 1, isPractice)));

describe('late score', () => {
  it.each(rows)('is right %s', (_name, rule, graceMinutes, earned, minute, steps, milli) => {
    const result = lateScore(policyOf(rule, graceMinutes), attemptOf(earned, minute));
    expect([result.steps, roundHalfUp(result.score)]).toEqual([steps, milli]);
  });

  it('explains rule, times, cap and floor', () => {
    const attempt = attemptOf(2200, 1000 + 6 * DAY);
    expect(lateScore(policyOf(TEN_PER_DAY, 10), attempt)).toEqual({
      attempt,
      dueAt: 1000 * MINUTE_MS,
      graceSeconds: 600,
      lateByMs: 6 * DAY * MINUTE_MS,
      rule: TEN_PER_DAY,
      steps: 6,
      deductionBasisPoints: 5000,
      isCapped: true,
      deduction: rational(1100),
      isFloored: true,
      score: rational(2000),
    });
  });

  it('has no deduction without a due time', () => {
    const { score, lateByMs, rule } = lateScore({ dueAt: null, graceSeconds: 0, late: TEN_PER_DAY }, attemptOf(8500, 99_999));
    expect({ score, lateByMs, rule }).toEqual({ score: rational(8500), lateByMs: 0, rule: null });
  });

  it('lies between 0 and the earned points, and never rises with time', () => {
    fc.assert(
      fc.property(lateRules, fc.nat(10_000), fc.nat(20_000), fc.nat(5000), (rule, earned, minute, delay) => {
        const early = lateScore(policyOf(rule, 5), attemptOf(earned, minute)).score;
        const later = lateScore(policyOf(rule, 5), attemptOf(earned, minute + delay)).score;
        expect(compare(later, early)).toBeLessThanOrEqual(0);
        expect(compare(early, rational(earned))).toBeLessThanOrEqual(0);
        expect(compare(later, rational(0))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('counted score', () => {
  // Attempt 1 in time with 6 points, 2 two days late with 9 (7.2 after the deduction), 3 for practice with 10.
  const attempts = [attemptOf(6000, 900, 1), attemptOf(9000, 1000 + 2 * DAY, 2), attemptOf(10_000, 1000 + 2 * DAY, 3, true)];
  const pick = (countedAttempt: CountedAttempt, list: readonly ScoredAttempt[] = attempts, late: LateRule | null = TEN_PER_DAY) =>
    countedScore({ ...policyOf(late, 0), countedAttempt }, list);

  it.each<[CountedAttempt, Rational, number[]]>([
    ['best', rational(7200), [2]],
    ['last', rational(7200), [2]],
    ['first', rational(6000), [1]],
    ['mean', rational(6600), [1, 2]],
  ])('takes the %s attempt after the deductions, without practice', (rule, score, counted) => {
    const result = pick(rule);
    expect([result.score, result.countedAttempts, result.attempts.length]).toEqual([score, counted, 3]);
  });

  it('is not lowered by a late second try: the attempt in time stays the best', () => {
    const result = pick('best', [attemptOf(10_000, 900, 1), attemptOf(10_000, 1000 + 9 * DAY, 2)]);
    expect([result.score, result.countedAttempts]).toEqual([rational(10_000), [1]]);
  });

  it('takes the earliest of equally good attempts', () => {
    expect(pick('best', [attemptOf(7000, 950, 2), attemptOf(7000, 900, 1)]).countedAttempts).toEqual([1]);
  });

  it('is a fraction for the mean of three attempts, not yet rounded', () => {
    const three = [attemptOf(1000, 1, 1), attemptOf(1000, 2, 2), attemptOf(2000, 3, 3)];
    expect(pick('mean', three).score).toEqual(rational(4000, 3));
  });

  it.each<CountedAttempt>(['best', 'last', 'first', 'mean'])('is absent without an attempt that counts (%s)', (rule) => {
    expect(pick(rule, []).score).toBeUndefined();
    expect(pick(rule, [attemptOf(9000, 1, 1, true)]).score).toBeUndefined();
  });

  it('is best at least as high as last, first and mean, and never falls with a further attempt', () => {
    fc.assert(
      fc.property(fc.option(lateRules), attemptLists, fc.nat(10_000), fc.nat(20_000), (rule, list, earned, minute) => {
        const value = (each: CountedAttempt, of = list): Rational => pick(each, of, rule).score ?? rational(-1);
        for (const each of ['last', 'first', 'mean'] as const) expect(compare(value('best'), value(each))).toBeGreaterThanOrEqual(0);
        const more = [...list, attemptOf(earned, minute, list.length + 1)];
        expect(compare(value('best', more), value('best'))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
