import type { ResponseKey } from '@shufang/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreQuestion } from './score-question.ts';
import { scoreResponse, type Verdict } from './score-response.ts';

const SINGLE: ResponseKey = { rule: 'choice', milli: 2000, correct: ['B'], incompleteMilli: 0 };
const MULTIPLE: ResponseKey = { rule: 'choice', milli: 4000, correct: ['A', 'C', 'D'], incompleteMilli: 2000 };
const STRICT: ResponseKey = { ...MULTIPLE, incompleteMilli: 0 };
const MAPPED: ResponseKey = {
  rule: 'map',
  milli: 3000,
  entries: [
    { value: 'H', milli: 1000 },
    { value: 'O', milli: 1000 },
    { value: 'Cl', milli: -1000 },
  ],
  defaultMilli: -2000,
};
const PAIRS: ResponseKey = {
  rule: 'pairs',
  milli: 1000,
  correct: [
    ['1', 'B'],
    ['2', 'A'],
    ['3', 'C'],
  ],
  isPartial: true,
};
const ORDER: ResponseKey = { rule: 'order', milli: 4000, correct: ['a', 'b', 'c', 'd'], isPartial: true };
const TEXT: ResponseKey = {
  rule: 'text',
  milli: 2000,
  accepted: [
    { text: '李白', milli: 2000 },
    { text: 'Li Bai', milli: 2000 },
    { text: '李太白（诗人）', milli: 1000 },
  ],
  isCaseSensitive: false,
};
const CODE: ResponseKey = { rule: 'text', milli: 1000, accepted: [{ text: 'TypeError', milli: 1000 }], isCaseSensitive: true };
const LENGTH: ResponseKey = {
  rule: 'number',
  milli: 3000,
  value: '1.50',
  tolerance: { kind: 'absolute', amount: '0.05' },
  units: [
    { names: ['m', '米'], factor: '1' },
    { names: ['cm', '厘米'], factor: '1/100' },
  ],
  withoutUnitMilli: 2000,
};
const RATIO: ResponseKey = {
  rule: 'number',
  milli: 1000,
  value: '-2e-3',
  tolerance: { kind: 'relative', amount: '0.01' },
  units: [],
  withoutUnitMilli: 1000,
};
const MANUAL: ResponseKey = { rule: 'manual', milli: 10_000 };

type Row = readonly [name: string, key: ResponseKey, response: readonly string[], verdict: Verdict, earned: number | undefined];

const rows: readonly Row[] = [
  ['the right option', SINGLE, ['B'], 'correct', 2000],
  ['a wrong option', SINGLE, ['A'], 'wrong', 0],
  ['the right and a wrong option', SINGLE, ['A', 'B'], 'wrong', 0],
  ['no option', SINGLE, [], 'unanswered', 0],
  ['an option that does not exist', SINGLE, ['Z'], 'wrong', 0],
  ['all right options in any order', MULTIPLE, ['D', 'A', 'C'], 'correct', 4000],
  ['the same option twice', MULTIPLE, ['D', 'A', 'C', 'C'], 'correct', 4000],
  ['a part of the right options', MULTIPLE, ['C'], 'partial', 2000],
  ['a right and a wrong option', MULTIPLE, ['A', 'B'], 'wrong', 0],
  ['all right options and a wrong one', MULTIPLE, ['A', 'B', 'C', 'D'], 'wrong', 0],
  ['a part, where only all count', STRICT, ['A', 'C'], 'wrong', 0],
  ['mapped options', MAPPED, ['H', 'O'], 'partial', 2000],
  ['mapped options and a wrong one', MAPPED, ['H', 'O', 'Cl'], 'partial', 1000],
  ['mapped below zero', MAPPED, ['Cl', 'X'], 'wrong', 0],
  ['all pairs', PAIRS, ['3 C', '1 B', '2 A'], 'correct', 1000],
  ['one pair of three', PAIRS, ['1 B'], 'partial', 333],
  ['two pairs of three', PAIRS, ['1 B', '2 A', '3 A'], 'partial', 667],
  ['all nine pairs', PAIRS, ['1 A', '1 B', '1 C', '2 A', '2 B', '2 C', '3 A', '3 B', '3 C'], 'wrong', 0],
  ['two of three pairs, where only all count', { ...PAIRS, isPartial: false }, ['1 B', '2 A'], 'wrong', 0],
  ['the order', ORDER, ['a', 'b', 'c', 'd'], 'correct', 4000],
  ['an order with two exchanged', ORDER, ['a', 'c', 'b', 'd'], 'partial', 2000],
  ['the order, where only all count', { ...ORDER, isPartial: false }, ['a', 'c', 'b', 'd'], 'wrong', 0],
  ['a text', TEXT, ['李白'], 'correct', 2000],
  ['a text with spaces around it', TEXT, [' 李白\u3000'], 'correct', 2000],
  ['a text in full-width letters and another case', TEXT, ['ＬＩ  bai'], 'correct', 2000],
  ['a text that earns less', TEXT, ['李太白(诗人)'], 'partial', 1000],
  ['another text', TEXT, ['杜甫'], 'wrong', 0],
  ['a text of spaces', TEXT, ['  '], 'unanswered', 0],
  ['a text in another case, where it matters', CODE, ['typeerror'], 'wrong', 0],
  ['a number with its unit', LENGTH, ['1.5 m'], 'correct', 3000],
  ['a number with its Chinese unit', LENGTH, ['１.５米'], 'correct', 3000],
  ['a number in another unit', LENGTH, ['150cm'], 'correct', 3000],
  ['a number at the edge of the tolerance', LENGTH, ['1.55 m'], 'correct', 3000],
  ['a number beyond the tolerance', LENGTH, ['1.551 m'], 'wrong', 0],
  ['a right number without its unit', LENGTH, ['1.5'], 'partial', 2000],
  ['a wrong number without its unit', LENGTH, ['15'], 'wrong', 0],
  ['a right number in a wrong unit', LENGTH, ['1.5 cm'], 'wrong', 0],
  ['a number in a unit that the key does not have', LENGTH, ['1.5 yd'], 'unscored', undefined],
  ['a number in words', LENGTH, ['一米五'], 'unscored', undefined],
  ['a small number', RATIO, ['-0.002'], 'correct', 1000],
  ['a small number as a power of ten', RATIO, ['-2.01×10⁻³'], 'correct', 1000],
  ['a small number in percent', RATIO, ['-0.2%'], 'correct', 1000],
  ['a number beyond the relative tolerance', RATIO, ['-0.00203'], 'wrong', 0],
  ['an essay', MANUAL, ['……'], 'unscored', undefined],
  ['no essay', MANUAL, [''], 'unanswered', 0],
];

const ids = fc.constantFrom('A', 'B', 'C', 'D', 'E');
const keys: fc.Arbitrary<ResponseKey> = fc.oneof(
  fc.record({
    rule: fc.constant('choice' as const),
    milli: fc.nat(5000),
    correct: fc.uniqueArray(ids, { minLength: 1 }),
    incompleteMilli: fc.constant(0),
  }),
  fc.record({
    rule: fc.constant('map' as const),
    milli: fc.nat(5000),
    entries: fc.array(fc.record({ value: ids, milli: fc.integer({ min: -3000, max: 3000 }) })),
    defaultMilli: fc.integer({ min: -3000, max: 3000 }),
  }),
  fc.record({
    rule: fc.constant('pairs' as const),
    milli: fc.nat(5000),
    correct: fc.uniqueArray(fc.tuple(ids, ids), { minLength: 1, selector: (pair) => pair.join(' ') }),
    isPartial: fc.boolean(),
  }),
  fc.record({
    rule: fc.constant('order' as const),
    milli: fc.nat(5000),
    correct: fc.uniqueArray(ids, { minLength: 1 }),
    isPartial: fc.boolean(),
  }),
);
const responses = fc.array(
  fc.oneof(
    ids,
    fc.tuple(ids, ids).map((pair) => pair.join(' ')),
  ),
  { maxLength: 12 },
);

const rightResponse = (key: ResponseKey): readonly string[] => {
  if (key.rule === 'choice' || key.rule === 'order') return key.correct;
  return key.rule === 'pairs' ? key.correct.map((pair) => pair.join(' ')) : [];
};

describe('score of a response', () => {
  it.each(rows)('is right for %s', (_name, key, response, verdict, earned) => {
    expect(scoreResponse(key, response)).toEqual({ verdict, earnedMilli: earned, possibleMilli: key.milli });
  });

  it('is never below zero nor above the maximum, and agrees with its verdict', () => {
    fc.assert(
      fc.property(keys, responses, (key, response) => {
        const { verdict, earnedMilli = -1, possibleMilli } = scoreResponse(key, response);
        expect(earnedMilli).toBeGreaterThanOrEqual(0);
        expect(earnedMilli).toBeLessThanOrEqual(possibleMilli);
        expect(verdict === 'correct' ? earnedMilli === possibleMilli : possibleMilli === 0 || earnedMilli < possibleMilli).toBe(true);
      }),
    );
  });

  it('is full for the correct response of every key', () => {
    fc.assert(
      fc.property(
        keys.filter(({ rule }) => rule !== 'map'),
        (key) => {
          expect(scoreResponse(key, rightResponse(key))).toMatchObject({ verdict: 'correct', earnedMilli: key.milli });
        },
      ),
    );
  });

  it('does not depend on the order in which options are chosen', () => {
    fc.assert(
      fc.property(
        keys.filter(({ rule }) => rule !== 'order'),
        responses,
        (key, response) => {
          expect(scoreResponse(key, response.toReversed())).toEqual(scoreResponse(key, response));
        },
      ),
    );
  });
});

describe('score of a question', () => {
  const key = { responses: { Q1: SINGLE, Q2: MULTIPLE, Q3: MANUAL }, explanation: [] };

  it('adds up its responses, and says that a person must score the rest', () => {
    const score = scoreQuestion(key, { Q1: ['B'], Q2: ['C'], Q3: ['……'], Q9: ['A'] });
    expect(score).toMatchObject({ verdict: 'unscored', earnedMilli: 4000, possibleMilli: 16_000 });
    expect(Object.keys(score.responses)).toEqual(['Q1', 'Q2', 'Q3']);
  });

  it('is partial when a part is right', () => {
    expect(scoreQuestion(key, { Q1: ['B'], Q2: ['B'] })).toMatchObject({ verdict: 'partial', earnedMilli: 2000 });
  });

  it('is wrong when nothing is right, and unanswered when nothing is answered', () => {
    expect(scoreQuestion(key, { Q1: ['A'] }).verdict).toBe('wrong');
    expect(scoreQuestion(key, {}).verdict).toBe('unanswered');
  });
});
