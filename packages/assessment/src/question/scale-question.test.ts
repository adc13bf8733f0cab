import type { QuestionKey } from '@shufang/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scoreQuestion } from '../scoring/score-question.ts';
import { apportion, scaleQuestionKey } from './scale-question.ts';

it('shares points so that their sum is exact, and equal weights differ by at most one thousandth', () => {
  expect(apportion(1000, [1, 1, 1])).toEqual([334, 333, 333]);
  expect(apportion(1000, [0, 0])).toEqual([0, 0]);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 1, maxLength: 9 }),
      (total, weights) => {
        const shares = apportion(total, weights);
        const sum = shares.reduce((all, share) => all + share, 0);
        expect(sum).toBe(weights.some((weight) => weight > 0) ? total : 0);
        expect(shares.every((share) => share >= 0)).toBe(true);
      },
    ),
  );
});

const KEY: QuestionKey = {
  responses: {
    R1: { rule: 'choice', milli: 2000, correct: ['A', 'B'], incompleteMilli: 1000 },
    R2: { rule: 'text', milli: 1000, accepted: [{ text: '仁', milli: 1000 }], isCaseSensitive: false },
    R3: {
      rule: 'map',
      milli: 3000,
      entries: [
        { value: 'A', milli: 1000 },
        { value: 'B', milli: 1000 },
        { value: 'C', milli: 1000 },
        { value: 'D', milli: -500 },
      ],
      defaultMilli: 0,
    },
    R4: { rule: 'number', milli: 1000, value: '5', tolerance: { kind: 'absolute', amount: '0' }, units: [], withoutUnitMilli: 500 },
  },
  explanation: [],
};
const RIGHT = { R1: ['A', 'B'], R2: ['仁'], R3: ['A', 'B', 'C'], R4: ['5'] };

it('a right response earns all points of its part under every number of points', () => {
  for (const milli of [1, 1000, 3333, 7000, 10_001]) {
    const scaled = scaleQuestionKey(KEY, milli);
    const score = scoreQuestion(scaled, RIGHT);
    const number = scaled.responses['R4'];
    const whole = number?.rule === 'number' ? number.milli - number.withoutUnitMilli : Number.NaN;
    expect([score.possibleMilli, score.earnedMilli + whole]).toEqual([milli, milli]);
  }
});

it('keeps the proportion of a partly right response and of a deduction', () => {
  const { responses } = scaleQuestionKey(KEY, 14_000);
  expect(responses['R1']).toMatchObject({ milli: 4000, incompleteMilli: 2000 });
  expect(responses['R3']).toMatchObject({ milli: 6000, entries: [{ milli: 2000 }, { milli: 2000 }, { milli: 2000 }, { milli: -1000 }] });
});
