import { expect, it } from 'vitest';
import { parseByteRange } from './byte-range.ts';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['bytes=-', undefined],
  ['items=0-1', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=5-2', undefined],
  ['bytes=a-b', undefined],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=3-', { start: 3, end: 9 }],
  ['bytes=3-5', { start: 3, end: 5 }],
  ['bytes=3-500', { start: 3, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-40', { start: 0, end: 9 }],
  ['bytes=9-', { start: 9, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
])('%j of ten bytes is %j', (header, range) => {
  expect(parseByteRange(header, 10)).toEqual(range);
});
