import { describe, expect, test } from 'vitest';
import { streakOf, weekOf, yearBefore } from './reading-days.ts';

const days = (...read: string[]) => new Map(read.map((day) => [day, 60]));

describe('reading streaks', () => {
  test.each([
    ['no reading', days(), 0],
    ['reading today only', days('2026-03-01'), 1],
    ['reading up to yesterday', days('2026-02-28', '2026-02-27'), 2],
    ['reading across the end of a month', days('2026-03-01', '2026-02-28', '2026-02-27'), 3],
    ['a gap ends the streak', days('2026-03-01', '2026-02-27'), 1],
    ['the last reading was before yesterday', days('2026-02-27'), 0],
    ['a day with less than a minute does not count', new Map([['2026-03-01', 59]]), 0],
  ])('a streak counts consecutive days: %s', (_, read, streak) => expect(streakOf(read, '2026-03-01')).toBe(streak));
});

test('a week is Monday to Sunday, whatever day is given', () => {
  const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
  for (const day of week) expect(weekOf(day)).toEqual(week);
});

test('29 February has no corresponding day one year ago', () => {
  expect(yearBefore('2026-11-21')).toBe('2025-11-21');
  expect(yearBefore('2028-02-29')).toBeUndefined();
});
