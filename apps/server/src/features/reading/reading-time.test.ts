import { describe, expect, test } from 'vitest';
import { streakOf, weekOf, yearBefore } from './reading-time.ts';

const days = (...read: string[]) => new Map(read.map((day) => [day, 60]));

describe('days in a row', () => {
  test.each([
    ['none', days(), 0],
    ['today alone', days('2026-03-01'), 1],
    ['up to yesterday, while today is not over', days('2026-02-28', '2026-02-27'), 2],
    ['across the end of a month', days('2026-03-01', '2026-02-28', '2026-02-27'), 3],
    ['a gap ends them', days('2026-03-01', '2026-02-27'), 1],
    ['the day before yesterday is too long ago', days('2026-02-27'), 0],
    ['less than a minute is no day', new Map([['2026-03-01', 59]]), 0],
  ])('%s', (_, read, streak) => expect(streakOf(read, '2026-03-01')).toBe(streak));
});

test('a week goes from Monday to Sunday, whatever day it is asked on', () => {
  const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
  for (const day of week) expect(weekOf(day)).toEqual(week);
});

test('the day a year ago, which the 29th of February has not', () => {
  expect(yearBefore('2026-11-21')).toBe('2025-11-21');
  expect(yearBefore('2028-02-29')).toBeUndefined();
});
