/** Tests the amounts and rates that finance types. */
import { expect, test } from 'vitest';
import { basisPointsOf, signedFenOf } from './amounts.ts';

test.each([
  ['12', 1_200],
  [' 39.8 ', 3_980],
  ['-0.05', -5],
  ['−7.50', -750],
  ['0', undefined],
  ['1.234', undefined],
  ['一百', undefined],
])('the amount %s is %s fen', (typed, fen) => {
  expect(signedFenOf(typed)).toBe(fen);
});

test.each([
  ['8', 800],
  ['7.25', 725],
  ['100', 10_000],
  ['100.01', undefined],
  ['0', undefined],
  ['-1', undefined],
])('the rate %s is %s basis points', (typed, bp) => {
  expect(basisPointsOf(typed)).toBe(bp);
});
