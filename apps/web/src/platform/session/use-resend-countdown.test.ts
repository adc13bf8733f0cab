import { describe, expect, it } from 'vitest';
import { believableResendAt, secondsUntil } from './use-resend-countdown.ts';

describe('the wait between two codes', () => {
  it('counts whole seconds up, so that it never shows 0 while waiting', () => {
    expect([60_000, 59_999, 1_001, 1_000, 1, 0, -5].map((leftMs) => secondsUntil(1_000_000 + leftMs, 1_000_000))).toEqual([
      60, 60, 2, 1, 1, 0, 0,
    ]);
  });

  it.each([
    ['the server and this device agree', 45_000, 45_000],
    ['this device is a day behind', 86_400_000, 60_000],
    ['this device is a day ahead', -86_400_000, 60_000],
  ])('is right when %s', (_case, announcedMs, waitMs) => {
    expect(believableResendAt(1_000_000 + announcedMs, 1_000_000)).toBe(1_000_000 + waitMs);
  });
});
