import { expect, it } from 'vitest';
import { daysOfTerm, termOfDays } from './term.ts';

it.each([
  [undefined, { kind: 'perpetual', count: 0 }],
  [30, { kind: 'months', count: 1 }],
  [180, { kind: 'months', count: 6 }],
  [365, { kind: 'months', count: 12 }],
  [395, { kind: 'months', count: 13 }],
  [730, { kind: 'months', count: 24 }],
  [360, { kind: 'days', count: 360 }],
  [7, { kind: 'days', count: 7 }],
] as const)('%s days are the same after conversion to a form value and back', (days, term) => {
  expect(termOfDays(days)).toEqual(term);
  expect(daysOfTerm(term)).toBe(days);
});
