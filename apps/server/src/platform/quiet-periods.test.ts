import { expect, it } from 'vitest';
import { quietPeriods, quietUntil } from './quiet-periods.ts';

it('reads periods by their first and last day in Beijing', () => {
  const periods = quietPeriods.parse('2026-06-07/2026-06-10；2026-12-20/2026-12-20');
  expect(periods).toHaveLength(2);
  const until = (time: string): string | undefined => {
    const end = quietUntil(periods, Date.parse(time));
    return end === undefined ? undefined : new Date(end).toISOString();
  };
  expect(until('2026-06-06T23:59:59+08:00')).toBeUndefined();
  expect(until('2026-06-07T00:00:00+08:00')).toBe('2026-06-10T16:00:00.000Z');
  expect(until('2026-06-10T23:59:59+08:00')).toBe('2026-06-10T16:00:00.000Z');
  expect(until('2026-06-11T00:00:00+08:00')).toBeUndefined();
  expect(until('2026-12-20T12:00:00+08:00')).toBe('2026-12-20T16:00:00.000Z');
  expect(quietPeriods.parse(undefined)).toEqual([]);
});

it.each(['2026-06-07', '2026-06-10/2026-06-07', '2026-02-30/2026-03-01', '2026-01-01/2026-03-01', 'June/July'])('rejects %s', (text) => {
  expect(quietPeriods.safeParse(text).success).toBe(false);
});
