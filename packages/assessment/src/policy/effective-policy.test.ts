import {
  type Accommodation,
  type AssignmentPolicy,
  accommodation,
  assignmentPolicy,
  type PolicyOverride,
  policyOverride,
} from '@shufang/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptDeadline, effectivePolicy, startRefusal } from './effective-policy.ts';

const MINUTE_MS = 60_000;

/** Times of a policy in minutes after 1970 and its working time in minutes, short enough for a table. `null` is no limit. */
type Short = { open?: number | null; due?: number | null; close?: number | null; limit?: number | null; tries?: number | null };

const scaled = (value: number | null, factor: number): number | null => (value === null ? null : value * factor);

const overrideOf = ({ open, due, close, limit, tries }: Short): PolicyOverride => ({
  ...(open !== undefined && { openAt: scaled(open, MINUTE_MS) }),
  ...(due !== undefined && { dueAt: scaled(due, MINUTE_MS) }),
  ...(close !== undefined && { closeAt: scaled(close, MINUTE_MS) }),
  ...(limit !== undefined && { timeLimitSeconds: scaled(limit, 60) }),
  ...(tries !== undefined && { attempts: tries }),
});

const BASE: AssignmentPolicy = {
  openAt: 100 * MINUTE_MS,
  dueAt: 200 * MINUTE_MS,
  closeAt: 300 * MINUTE_MS,
  timeLimitSeconds: 60 * 60,
  attempts: 2,
  graceSeconds: 0,
  countedAttempt: 'best',
  late: null,
};

type Row = readonly [
  name: string,
  input: {
    base?: Short;
    groups?: readonly Short[];
    user?: Short;
    factor?: number;
    extra?: number;
    until?: number;
    start?: number;
    now?: number;
  },
  /** Open, due, close, limit (minutes) and attempts. */
  expected: readonly (number | null)[],
];

const rows: readonly Row[] = [
  ['the assignment alone', {}, [100, 200, 300, 60, 2]],
  ['no limits at all', { base: { open: null, due: null, close: null, limit: null, tries: null } }, [null, null, null, null, null]],
  ['a group opens earlier', { groups: [{ open: 50 }] }, [50, 200, 300, 60, 2]],
  ['one group opens later: it replaces the assignment', { groups: [{ open: 150 }] }, [150, 200, 300, 60, 2]],
  ['of two groups the earlier opening', { groups: [{ open: 150 }, { open: 120 }] }, [120, 200, 300, 60, 2]],
  ['of two groups the later due time', { groups: [{ due: 250 }, { due: 220 }] }, [100, 250, 300, 60, 2]],
  ['of two groups the later close time', { groups: [{ close: 320 }, { close: 400 }] }, [100, 200, 400, 60, 2]],
  ['of two groups the longer working time', { groups: [{ limit: 90 }, { limit: 70 }] }, [100, 200, 300, 90, 2]],
  ['of two groups more attempts', { groups: [{ tries: 3 }, { tries: 5 }] }, [100, 200, 300, 60, 5]],
  ['no opening time is earlier than any', { groups: [{ open: 10 }, { open: null }] }, [null, 200, 300, 60, 2]],
  ['no due time is later than any', { groups: [{ due: null }, { due: 999 }] }, [100, null, 300, 60, 2]],
  ['no close time is later than any', { groups: [{ close: 999 }, { close: null }] }, [100, 200, null, 60, 2]],
  ['no working time limit is longer than any', { groups: [{ limit: null }, { limit: 999 }] }, [100, 200, 300, null, 2]],
  ['unlimited attempts are more than any', { groups: [{ tries: 9 }, { tries: null }] }, [100, 200, 300, 60, null]],
  [
    'each field from the group that is most generous in it',
    {
      groups: [
        { due: 220, limit: 80 },
        { due: 210, limit: 90 },
      ],
    },
    [100, 220, 300, 90, 2],
  ],
  ['a group without fields changes nothing', { groups: [{}] }, [100, 200, 300, 60, 2]],
  ['three groups', { groups: [{ close: 310 }, { close: 330 }, { close: 320 }] }, [100, 200, 330, 60, 2]],
  ['the user wins over a more generous group', { groups: [{ due: 290 }], user: { due: 210 } }, [100, 210, 300, 60, 2]],
  ['the user wins over the assignment, also when stricter', { user: { close: 250 } }, [100, 200, 250, 60, 2]],
  ['the user wins per field, the group in the others', { groups: [{ due: 290, limit: 90 }], user: { due: 210 } }, [100, 210, 300, 90, 2]],
  ['the user has no due time', { user: { due: null } }, [100, null, 300, 60, 2]],
  ['the user has no working time limit', { groups: [{ limit: 90 }], user: { limit: null } }, [100, 200, 300, null, 2]],
  ['the user has one more attempt', { user: { tries: 3 } }, [100, 200, 300, 60, 3]],
  ['the user opens earlier', { user: { open: 90 } }, [90, 200, 300, 60, 2]],
  ['all fields of the user', { user: { open: 1, due: 2, close: 3, limit: 4, tries: 5 } }, [1, 2, 3, 4, 5]],
  ['one and a half times', { factor: 15_000 }, [100, 200, 300, 90, 2]],
  ['twice', { factor: 20_000 }, [100, 200, 300, 120, 2]],
  ['the factor one', { factor: 10_000 }, [100, 200, 300, 60, 2]],
  ['a factor on the limit of a group', { groups: [{ limit: 80 }], factor: 15_000 }, [100, 200, 300, 120, 2]],
  ['a factor on the limit of the user', { user: { limit: 40 }, factor: 15_000 }, [100, 200, 300, 60, 2]],
  ['a factor without a working time limit', { base: { limit: null }, factor: 15_000 }, [100, 200, 300, null, 2]],
  ['two more attempts', { factor: 10_000, extra: 2 }, [100, 200, 300, 60, 4]],
  ['more attempts beyond those of the user', { user: { tries: 5 }, factor: 10_000, extra: 1 }, [100, 200, 300, 60, 6]],
  ['more attempts where they are unlimited', { base: { tries: null }, factor: 10_000, extra: 1 }, [100, 200, 300, 60, null]],
  ['more attempts of an accommodation that ended', { factor: 15_000, extra: 1, until: 149, now: 150 }, [100, 200, 300, 60, 2]],
  ['an accommodation that ended', { factor: 15_000, until: 149, now: 150 }, [100, 200, 300, 60, 2]],
  ['an accommodation in its last minute', { factor: 15_000, until: 150, now: 150 }, [100, 200, 300, 90, 2]],
  ['an accommodation that ended after the start', { factor: 15_000, until: 150, start: 140, now: 160 }, [100, 200, 300, 90, 2]],
  ['an accommodation that ended before the start', { factor: 15_000, until: 130, start: 140, now: 160 }, [100, 200, 300, 60, 2]],
  ['a start with enough time before the close', { start: 240 }, [100, 200, 300, 60, 2]],
  ['a start one minute too late for the whole working time', { start: 241 }, [100, 200, 301, 60, 2]],
  ['a start in the last minute', { start: 299 }, [100, 200, 359, 60, 2]],
  ['extra time is not cut off by the close time', { start: 240, factor: 15_000 }, [100, 200, 330, 90, 2]],
  ['extra time that ends before the close time', { start: 200, factor: 15_000 }, [100, 200, 300, 90, 2]],
  ['a start without a close time', { base: { close: null }, start: 500 }, [100, 200, null, 60, 2]],
  ['a start without a working time limit', { base: { limit: null }, start: 299 }, [100, 200, 300, null, 2]],
  ['a group limit after a late start', { groups: [{ limit: 100 }], start: 250 }, [100, 200, 350, 100, 2]],
  ['a close time of the user and a late start', { user: { close: 280 }, start: 270 }, [100, 200, 330, 60, 2]],
  ['a later close time of the user', { user: { close: 500 }, start: 270 }, [100, 200, 500, 60, 2]],
  [
    'everything together',
    { groups: [{ open: 50, limit: 80 }, { due: 250 }], user: { tries: 4 }, factor: 12_500, start: 290 },
    [50, 250, 390, 100, 4],
  ],
];

const accommodationOf = ({ factor, extra = 0, until }: Row[1]): Accommodation | null =>
  factor === undefined
    ? null
    : { timeFactorBasisPoints: factor, extraAttempts: extra, validUntil: until === undefined ? null : until * MINUTE_MS };

const evaluate = (row: Row[1]) => {
  const { base = {}, groups = [], user, start, now = 150 } = row;
  return effectivePolicy({
    assignment: { ...BASE, ...overrideOf(base) } as AssignmentPolicy,
    groups: groups.map((override, index) => ({ groupId: `g${index + 1}`, override: overrideOf(override) })),
    user: user === undefined ? null : overrideOf(user),
    accommodation: accommodationOf(row),
    startedAt: start === undefined ? null : start * MINUTE_MS,
    now: now * MINUTE_MS,
  });
};

const overrides = fc.record(
  {
    openAt: fc.option(fc.nat(1_000_000)),
    dueAt: fc.option(fc.nat(1_000_000)),
    closeAt: fc.option(fc.nat(1_000_000)),
    timeLimitSeconds: fc.option(fc.integer({ min: 1, max: 10_000 })),
    attempts: fc.option(fc.integer({ min: 1, max: 9 })),
  },
  { requiredKeys: [] },
);

describe('effective policy', () => {
  it.each(rows)('applies %s', (_name, input, expected) => {
    const { openAt, dueAt, closeAt, timeLimitSeconds, attempts } = evaluate(input).policy;
    const minutes = [openAt, dueAt, closeAt].map((time) => (time === null ? null : time / MINUTE_MS));
    expect([...minutes, timeLimitSeconds === null ? null : timeLimitSeconds / 60, attempts]).toEqual(expected);
  });

  it('states the origin of each value', () => {
    const [name, input] = rows.at(-1) as Row;
    expect(name).toBe('everything together');
    expect(evaluate(input).origins).toEqual({
      openAt: { from: 'group', groupId: 'g1' },
      dueAt: { from: 'group', groupId: 'g2' },
      closeAt: { from: 'start', startedAt: 290 * MINUTE_MS, before: 300 * MINUTE_MS },
      timeLimitSeconds: { from: 'accommodation', timeFactorBasisPoints: 12_500, before: 80 * 60 },
      attempts: { from: 'user' },
    });
    expect(evaluate({}).origins.dueAt).toEqual({ from: 'assignment' });
  });

  it('counts a part of a second of extra time as a whole one', () => {
    const { policy } = effectivePolicy({
      assignment: { ...BASE, timeLimitSeconds: 61 },
      groups: [],
      user: null,
      accommodation: { timeFactorBasisPoints: 12_500, extraAttempts: 0, validUntil: null },
      startedAt: null,
      now: 0,
    });
    expect(policy.timeLimitSeconds).toBe(77);
  });

  it('depends on no order of groups, and lets a further group only add time', () => {
    fc.assert(
      fc.property(fc.array(overrides, { maxLength: 4 }), overrides, (groupOverrides, further) => {
        const of = (list: readonly PolicyOverride[]) =>
          effectivePolicy({
            assignment: BASE,
            groups: list.map((override, index) => ({ groupId: String(index), override: policyOverride.parse(override) })),
            user: null,
            accommodation: null,
            startedAt: null,
            now: 0,
          }).policy;
        expect(of(groupOverrides.toReversed())).toEqual(of(groupOverrides));
        // A field that no group set before may become stricter than the assignment: the group replaces the assignment.
        const isSet = groupOverrides.some(({ closeAt }) => closeAt !== undefined);
        const before = of(groupOverrides).closeAt ?? Number.POSITIVE_INFINITY;
        const after = of([...groupOverrides, further]).closeAt ?? Number.POSITIVE_INFINITY;
        expect(after >= before || !isSet).toBe(true);
      }),
    );
  });

  it('gives every started attempt its whole working time', () => {
    fc.assert(
      fc.property(overrides, fc.integer({ min: 10_000, max: 30_000 }), fc.nat(1_000_000), (user, factor, startedAt) => {
        const { policy } = effectivePolicy({
          assignment: BASE,
          groups: [],
          user,
          accommodation: { timeFactorBasisPoints: factor, extraAttempts: 0, validUntil: null },
          startedAt,
          now: startedAt,
        });
        const before = user.timeLimitSeconds === undefined ? BASE.timeLimitSeconds : user.timeLimitSeconds;
        const isLimited = policy.timeLimitSeconds !== null;
        expect(isLimited).toBe(before !== null);
        const deadline = attemptDeadline(policy, startedAt) ?? Number.POSITIVE_INFINITY;
        expect(deadline).toBeLessThanOrEqual(policy.closeAt ?? Number.POSITIVE_INFINITY);
        expect(!isLimited || deadline >= startedAt + (before ?? 0) * 1000).toBe(true);
      }),
    );
  });
});

describe('start of an attempt', () => {
  it.each([
    ['before the opening', 99, 0, 'notOpen'],
    ['at the opening', 100, 0, undefined],
    ['in the last minute', 299, 1, undefined],
    ['at the close', 300, 0, 'closed'],
    ['without an attempt left', 150, 2, 'noAttemptLeft'],
  ])('is decided %s', (_name, minute, used, expected) => {
    expect(startRefusal(BASE, minute * MINUTE_MS, used)).toBe(expected);
  });

  it('is always possible without limits', () => {
    expect(startRefusal({ ...BASE, openAt: null, closeAt: null, attempts: null }, 0, 1000)).toBeUndefined();
  });

  it('ends at the close time if the working time has no limit, and never without both', () => {
    expect(attemptDeadline({ ...BASE, timeLimitSeconds: null }, 0)).toBe(BASE.closeAt);
    expect(attemptDeadline({ ...BASE, timeLimitSeconds: null, closeAt: null }, 0)).toBeNull();
  });
});

describe('stored policies', () => {
  it('are validated: a limit of 0, a share above the whole and a factor below one are refused', () => {
    expect(assignmentPolicy.parse(BASE)).toEqual(BASE);
    expect(assignmentPolicy.safeParse({ ...BASE, timeLimitSeconds: 0 }).success).toBe(false);
    const late = { unitMinutes: 1440, stepBasisPoints: 10_001, basis: 'earned', floorBasisPoints: 0, capBasisPoints: 10_000 };
    expect(assignmentPolicy.safeParse({ ...BASE, late }).success).toBe(false);
    expect(accommodation.safeParse({ timeFactorBasisPoints: 9_999, extraAttempts: 0, validUntil: null }).success).toBe(false);
  });
});
