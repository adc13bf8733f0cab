/** Tests the weeks and terms of statistics. */
import { expect, test } from 'vitest';
import { firstWeekOf, firstWeekOfTerm, lastCompleteWeek, listWeeks } from './weeks.ts';

test('a week is complete when Monday begins in China', () => {
  expect(lastCompleteWeek(Date.parse('2026-11-29T15:59:59Z'))).toBe('2026-11-16');
  expect(lastCompleteWeek(Date.parse('2026-11-29T16:00:00Z'))).toBe('2026-11-23');
});

test.each([
  ['2026-11-23', '2026-08-03'],
  ['2027-01-25', '2026-08-03'],
  ['2027-02-01', '2027-02-01'],
  ['2026-07-27', '2026-02-02'],
])('the term of the week %s begins on %s', (week, first) => {
  expect(firstWeekOfTerm(week)).toBe(first);
});

test('a period of one week is that week, and of all time has no beginning', () => {
  expect([firstWeekOf('week', '2026-11-23'), firstWeekOf('all', '2026-11-23')]).toEqual(['2026-11-23', undefined]);
  expect(listWeeks('2026-10-26', '2026-11-23', 3)).toEqual(['2026-11-09', '2026-11-16', '2026-11-23']);
});
