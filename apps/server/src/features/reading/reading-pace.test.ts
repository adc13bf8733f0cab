import { LIMITS } from '@shufang/contract';
import { describe, expect, test } from 'vitest';
import { createAdjustableClock } from '../../platform/clock.ts';
import { createMemoryRateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { createReadingPace, type PacedReader } from './reading-pace.ts';

const reader: PacedReader = { userId: 'reader' };
const open = () => {
  const clock = createAdjustableClock({ now: () => 0 });
  clock.advance(Date.UTC(2026, 10, 21));
  const pace = createReadingPace({ limiter: createMemoryRateLimiter(clock), clock });
  return { clock, fetch: (index: number, who: PacedReader = reader, versionId = 'v') => pace(who, { versionId, index }) };
};
/** Jumps far apart, as nobody's neighbours. */
const place = (n: number): number => n * 10;

describe('the reading pace', () => {
  test('lets the last of the minute pass and stops the next until the first is a minute old', async () => {
    const { clock, fetch } = open();
    for (let n = 1; n <= LIMITS.chaptersPerMinute; n += 1) expect(await fetch(place(n)), `chapter ${n}`).toBe(0);
    expect(await fetch(place(LIMITS.chaptersPerMinute + 1))).toBe(60_000);
    clock.advance(59_999);
    expect(await fetch(place(LIMITS.chaptersPerMinute + 1))).toBe(1);
    clock.advance(1);
    expect(await fetch(place(LIMITS.chaptersPerMinute + 1))).toBe(0);
  });

  test('counts a chapter once, however many segments it has and however often it is loaded again', async () => {
    const { fetch } = open();
    for (let n = 0; n < LIMITS.chaptersPerMinute * 2; n += 1) expect(await fetch(5)).toBe(0);
    for (let n = 2; n <= LIMITS.chaptersPerMinute; n += 1) expect(await fetch(place(n))).toBe(0);
    expect(await fetch(place(99))).toBeGreaterThan(0);
    expect(await fetch(5)).toBe(0);
  });

  test('takes a chapter asked for in two pieces at the same time for one', async () => {
    const { fetch } = open();
    for (let n = 1; n <= LIMITS.chaptersPerMinute; n += 1)
      expect(await Promise.all([fetch(place(n)), fetch(place(n)), fetch(place(n))])).toEqual([0, 0, 0]);
  });

  test('gives the neighbours loaded ahead with a jump for nothing, but not the neighbours of those', async () => {
    const { fetch } = open();
    for (let n = 1; n <= LIMITS.chaptersPerMinute; n += 1)
      for (const index of [place(n), place(n) - 1, place(n) + 1]) expect(await fetch(index)).toBe(0);
    expect(await fetch(place(1) + 2)).toBeGreaterThan(0);
  });

  test('lets a hundred chapters be turned through in a minute', async () => {
    const { fetch } = open();
    for (let index = 0; index < 100; index += 1) expect(await fetch(index), `chapter ${index}`).toBe(0);
  });

  test('stops after the day’s chapters, neighbours as well, until the first is a day old', async () => {
    const { clock, fetch } = open();
    for (let n = 1; n <= LIMITS.chaptersPerDay; n += 1) {
      expect(await fetch(n), `chapter ${n}`).toBe(0);
      clock.advance(2_000);
    }
    expect(await fetch(LIMITS.chaptersPerDay + 1)).toBe(86_400_000 - LIMITS.chaptersPerDay * 2_000);
    expect(await fetch(LIMITS.chaptersPerDay)).toBe(0);
    clock.advance(86_400_000 - LIMITS.chaptersPerDay * 2_000);
    expect(await fetch(LIMITS.chaptersPerDay + 1)).toBe(0);
  });

  test('counts people, books and networks apart', async () => {
    const { fetch } = open();
    for (let n = 1; n <= LIMITS.chaptersPerMinute; n += 1) await fetch(place(n));
    expect(await fetch(place(1), { userId: 'another' })).toBe(0);
    expect(await fetch(place(1), reader, 'another book')).toBeGreaterThan(0);
    const network = { network: '198.51.100.7' };
    for (let n = 1; n <= LIMITS.chaptersPerNetworkPerMinute; n += 1) expect(await fetch(place(n), network)).toBe(0);
    expect(await fetch(place(LIMITS.chaptersPerNetworkPerMinute + 1), network)).toBeGreaterThan(0);
  });

  test('lets everybody read on while the counts cannot be reached', async () => {
    const away = () => Promise.reject(new RateLimiterUnavailableError('away'));
    const pace = createReadingPace({ limiter: { take: away, peek: away, forget: away }, clock: { now: () => 0 } });
    for (let n = 0; n <= LIMITS.chaptersPerMinute; n += 1) expect(await pace(reader, { versionId: 'v', index: place(n) })).toBe(0);
  });
});
