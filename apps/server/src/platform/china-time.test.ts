/** Tests the days and clock times of China. */
import { expect, test } from 'vitest';
import { addDays, chinaClock, dayOf, isDay, mondayOf, startOfDay, timeOfChinaClock } from './china-time.ts';

test('a day begins in China eight hours before it begins in UTC', () => {
  expect(new Date(startOfDay('2026-03-01')).toISOString()).toBe('2026-02-28T16:00:00.000Z');
  expect([dayOf(startOfDay('2026-03-01') - 1), dayOf(startOfDay('2026-03-01'))]).toEqual(['2026-02-28', '2026-03-01']);
});

test('a clock in China shows the time eight hours ahead, and the time of a clock is found again', () => {
  const now = Date.parse('2026-11-29T18:05:09Z');
  expect(chinaClock(now).toISOString()).toBe('2026-11-30T02:05:09.000Z');
  expect(timeOfChinaClock(chinaClock(now).getTime())).toBe(now);
});

test('days are counted over months, years and leap days', () => {
  expect([addDays('2026-12-31', 1), addDays('2024-03-01', -1), addDays('2026-11-30', -30)]).toEqual([
    '2027-01-01',
    '2024-02-29',
    '2026-10-31',
  ]);
});

test.each([
  ['2026-11-29', '2026-11-23'],
  ['2026-11-30', '2026-11-30'],
  ['2024-02-29', '2024-02-26'],
])('the Monday of %s is %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test('a day that no calendar has is not a day', () => {
  expect(['2026-02-28', '2026-02-30', '2026-2-1', 'today', ''].map(isDay)).toEqual([true, false, false, false, false]);
});
