/** Tests the months of license use. */
import { expect, test } from 'vitest';
import { addMonths, lastDayOfMonth, listMonths, monthOf } from './months.ts';

test('a month begins in China, eight hours before it begins in UTC', () => {
  expect(monthOf(Date.UTC(2026, 8, 30, 15, 59))).toBe('2026-09');
  expect(monthOf(Date.UTC(2026, 8, 30, 16))).toBe('2026-10');
});

test('months are counted over the end of a year, and end with their last day', () => {
  expect(addMonths('2026-11', 3)).toBe('2027-02');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(listMonths('2026-11', '2027-01')).toEqual(['2026-11', '2026-12', '2027-01']);
  expect(listMonths('2026-11', '2026-10')).toEqual([]);
  expect(lastDayOfMonth('2028-02')).toBe('2028-02-29');
});
