/** Tests the rules by which numbers about readers are published. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { publishedParts, publishedPercent, publishedUsers, releasedWeeks } from './privacy.ts';

test.each([
  [0, undefined],
  [4, undefined],
  [5, 5],
  [9, 5],
  [10, 10],
  [1234, 1230],
])('%s users are published as %s', (users, shown) => {
  expect(publishedUsers(users)).toBe(shown);
});

test('a share is in whole percent and hidden for fewer than five users', () => {
  expect([publishedPercent(1, 3), publishedPercent(1, 6), publishedPercent(2, 3000)]).toEqual([undefined, 17, 0]);
});

test.each([
  ['no part is small', { a: 5, b: 9 }, ['b', 'a']],
  ['one part is small: the next one is hidden too', { a: 3, b: 9, c: 40 }, ['c']],
  ['two small parts have five users together', { a: 3, b: 2, c: 40 }, ['c']],
  ['two small parts have fewer together', { a: 1, b: 2, c: 40, d: 60 }, ['d']],
  ['the rest is hidden in any case, and large enough', { rest: 30, b: 9 }, ['b']],
  ['the rest is small', { rest: 2, b: 9, c: 12 }, ['c']],
  ['an empty part hides nothing', { a: 0, b: 9 }, ['b']],
])('%s', (_, parts, shown) => {
  expect([...publishedParts(new Map(Object.entries(parts)), 'rest')]).toEqual(shown);
});

test('the hidden parts of a sum are none, or large, or at least two with five users together, unless everything is hidden', () => {
  const isPrivate = (users: readonly number[]): boolean => {
    const parts = new Map(users.map((count, index) => [String(index), count]));
    const shown = publishedParts(parts);
    const hidden = [...parts].filter(([key, count]) => count > 0 && !shown.has(key)).map(([, count]) => count);
    const sum = hidden.reduce((total, count) => total + count, 0);
    const isSafe = hidden.every((count) => count >= 5) || (hidden.length >= 2 && sum >= 5);
    return [...shown].every((key) => (parts.get(key) ?? 0) >= 5) && (isSafe || shown.size === 0);
  };
  fc.assert(
    fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }), (users) => {
      expect(isPrivate(users)).toBe(true);
    }),
  );
});

test('a small week is part of sums only together with others, once they have five readers', () => {
  const small = (week: string, ...userIds: string[]) => ({ week, readers: userIds.length, userIds });
  const large = (week: string) => ({ week, readers: 9, userIds: [] });
  expect(
    releasedWeeks([large('1'), small('2', 'a', 'b'), small('3', 'b'), large('4'), small('5', 'c', 'd', 'e'), small('6', 'a')]),
  ).toEqual(['1', '2', '3', '4', '5']);
});
