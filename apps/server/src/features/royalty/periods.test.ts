/** Tests the months of royalty statements. */
import { expect, test } from 'vitest';
import { dayOf, startOfDay } from '../../platform/china-time.ts';
import { endOfPeriod, firstDayOf, lastCompletePeriod, lastDayOf, nextPeriod, periodOfDay } from './periods.ts';

test('a month begins and ends at midnight in China', () => {
  expect(new Date(endOfPeriod('202602')).toISOString()).toBe('2026-02-28T16:00:00.000Z');
  expect(dayOf(endOfPeriod('202602') - 1)).toBe('2026-02-28');
  expect(dayOf(endOfPeriod('202602'))).toBe('2026-03-01');
  expect(startOfDay('2026-03-01')).toBe(endOfPeriod('202602'));
});

test.each([
  ['202612', '202701', '2026-12-31'],
  ['202402', '202403', '2024-02-29'],
])('after %s comes %s, and its last day is %s', (period, next, last) => {
  expect([nextPeriod(period), lastDayOf(period), periodOfDay(firstDayOf(period))]).toEqual([next, last, period]);
});

test('a month is complete from the first moment of the next one', () => {
  expect(lastCompletePeriod(endOfPeriod('202512') - 1)).toBe('202511');
  expect(lastCompletePeriod(endOfPeriod('202512'))).toBe('202512');
});
