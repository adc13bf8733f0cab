/** Tests that work is divided evenly, also where each student has two teachers. */
import { expect, it } from 'vitest';
import { shareEvenly } from './shared-work.ts';

const students = (count: number): string[] => Array.from({ length: count }, (_, index) => `s${index}`);
const loadOf = (shares: ReturnType<typeof shareEvenly>, marker: string): number =>
  shares.filter(({ markerIds }) => markerIds.includes(marker)).length;

it('each teacher takes the same number of students, or one more', () => {
  const shares = shareEvenly(students(10), ['a', 'b', 'c'], false);
  expect(['a', 'b', 'c'].map((marker) => loadOf(shares, marker))).toEqual([4, 3, 3]);
  expect(shares.every(({ markerIds }) => markerIds.length === 1)).toBe(true);
});

it('with two teachers for each student nobody marks twice, the loads are equal and the pairs change', () => {
  const shares = shareEvenly(students(12), ['a', 'b', 'c'], true);
  expect(['a', 'b', 'c'].map((marker) => loadOf(shares, marker))).toEqual([8, 8, 8]);
  expect(shares.every(({ markerIds }) => new Set(markerIds).size === 2)).toBe(true);
  expect(new Set(shares.map(({ markerIds }) => markerIds.toSorted().join(''))).size).toBe(3);
});

it('one teacher alone takes everybody once', () => {
  expect(shareEvenly(students(2), ['a'], true)).toEqual([
    { userId: 's0', markerIds: ['a'] },
    { userId: 's1', markerIds: ['a'] },
  ]);
});
