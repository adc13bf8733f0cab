/** Tests the days of date fields, also those on which clocks change. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayOf, endOfDay, startOfDay } from './days.ts';

/** Runs in a process of its own, because the time zone of the test's own process is fixed. */
const SCRIPT = `
  const { dayOf, endOfDay, startOfDay } = await import(process.argv[1]);
  const [start, end] = [startOfDay(process.argv[2]), endOfDay(process.argv[2])];
  console.log(JSON.stringify({ hours: (end - start) / 3_600_000, last: dayOf(end - 1), next: startOfDay(dayOf(end)) === end }));
`;
const inBerlin = (day: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT, path.resolve(import.meta.dirname, 'days.ts'), day], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'Europe/Berlin' },
    }),
  );

describe('a day', () => {
  it.each([
    ['2026-03-28', 24],
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-12-31', 24],
  ])('%s has %i hours and ends where the next one starts', (day, hours) => {
    expect(inBerlin(day)).toEqual({ hours, last: day, next: true });
  });

  it('contains its times', () => {
    const start = startOfDay('2026-11-22') ?? 0;
    expect([start, (endOfDay('2026-11-22') ?? 0) - 1].map(dayOf)).toEqual(['2026-11-22', '2026-11-22']);
  });

  it.each(['', '2026-02-30x', 'today', '2026-13-01', null])('is undefined for %j', (day) => {
    expect([startOfDay(day), endOfDay(day)]).toEqual([undefined, undefined]);
  });
});
