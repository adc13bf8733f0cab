import { expect, it } from 'vitest';
import { readTyped, scoreOf } from './typed-scores.ts';

it.each([
  ['8.5', 8500],
  ['0', 0],
  [' 10 ', 10_000],
  ['', null],
  ['10.01', undefined],
  ['-1', undefined],
  ['8.555', undefined],
  ['缺考', undefined],
])('of ten points, “%s” is %s', (typed, milli) => {
  expect(scoreOf(typed, 10_000)).toBe(milli);
});

it('reads a draft, and takes none from another version', () => {
  expect([...readTyped('{"a":"8.5"}')]).toEqual([['a', '8.5']]);
  expect(readTyped('{"a":1}').size).toBe(0);
  expect(readTyped('{').size).toBe(0);
});
