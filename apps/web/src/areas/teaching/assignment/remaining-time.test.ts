/** Tests that the shown time follows the server and a monotonic clock, whatever the clock of the device does (goal N5: within a second). */
import { afterEach, expect, it, vi } from 'vitest';
import { remainingMs } from './remaining-time.ts';

afterEach(() => vi.useRealTimers());

const HOUR = 3_600_000;
const clock = { now: 1_800_000_000_000, deadlineAt: 1_800_000_000_000 + 2 * HOUR, state: 'running' as const };

it('is the time until the deadline by the server, minus what passed on this page', () => {
  expect(remainingMs({ clock, atMs: 500 }, 500)).toBe(2 * HOUR);
  expect(remainingMs({ clock, atMs: 500 }, 500 + HOUR)).toBe(HOUR);
  expect(remainingMs({ clock, atMs: 500 }, 500 + 3 * HOUR)).toBe(0);
  expect(remainingMs({ clock: { ...clock, deadlineAt: null }, atMs: 0 }, HOUR)).toBeUndefined();
});

it('does not change when the clock of the device jumps by an hour, in either direction', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
  const shown = [0, HOUR, -HOUR].map((jump) => {
    vi.setSystemTime(1_700_000_000_000 + jump);
    return remainingMs({ clock, atMs: 0 }, 60_000);
  });
  expect(new Set(shown)).toEqual(new Set([2 * HOUR - 60_000]));
});

it('is right again with the next reading after a sleep that the monotonic clock did not count', () => {
  const afterSleep = { clock: { ...clock, now: clock.now + 600_000 }, atMs: 1000 };
  expect(remainingMs(afterSleep, 1000)).toBe(2 * HOUR - 600_000);
});
