import { describe, expect, test } from 'vitest';
import { createAdjustableClock } from '../../platform/clock.ts';
import { createMemoryRateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { createFailingLimiter, createRecordingLimiter } from '../../platform/testing/recording-limiter.ts';
import { READING_LIMITS } from './limits.ts';
import { createReadingRateLimit, type RateLimitedReader } from './reading-rate-limit.ts';

const reader: RateLimitedReader = { userId: 'reader' };
const open = () => {
  const clock = createAdjustableClock({ now: () => 0 });
  clock.advance(Date.UTC(2026, 10, 21));
  const rateLimit = createReadingRateLimit({ limiter: createMemoryRateLimiter(clock), clock });
  return { clock, fetch: (index: number, who: RateLimitedReader = reader, versionId = 'v') => rateLimit(who, { versionId, index }) };
};
/** Returns the index of the nth test chapter; no two test chapters are adjacent in the book. */
const chapterAt = (n: number): number => n * 10;

describe('the reading rate limit', () => {
  test('the rate limit allows the last request of the minute and refuses the next until the first is a minute old', async () => {
    const { clock, fetch } = open();
    for (let n = 1; n <= READING_LIMITS.chaptersPerMinute; n += 1) expect(await fetch(chapterAt(n)), `chapter ${n}`).toBe(0);
    expect(await fetch(chapterAt(READING_LIMITS.chaptersPerMinute + 1))).toBe(60_000);
    clock.advance(59_999);
    expect(await fetch(chapterAt(READING_LIMITS.chaptersPerMinute + 1))).toBe(1);
    clock.advance(1);
    expect(await fetch(chapterAt(READING_LIMITS.chaptersPerMinute + 1))).toBe(0);
  });

  test('the rate limit counts a chapter once, whatever its number of segments and repeated loads', async () => {
    const { fetch } = open();
    for (let n = 0; n < READING_LIMITS.chaptersPerMinute * 2; n += 1) expect(await fetch(5)).toBe(0);
    for (let n = 2; n <= READING_LIMITS.chaptersPerMinute; n += 1) expect(await fetch(chapterAt(n))).toBe(0);
    expect(await fetch(chapterAt(99))).toBeGreaterThan(0);
    expect(await fetch(5)).toBe(0);
  });

  test('the rate limit counts a chapter requested in several concurrent parts once', async () => {
    const { fetch } = open();
    for (let n = 1; n <= READING_LIMITS.chaptersPerMinute; n += 1)
      expect(await Promise.all([fetch(chapterAt(n)), fetch(chapterAt(n)), fetch(chapterAt(n))])).toEqual([0, 0, 0]);
  });

  test('the rate limit does not count the adjacent chapters preloaded after a jump, but counts those adjacent to them', async () => {
    const { fetch } = open();
    for (let n = 1; n <= READING_LIMITS.chaptersPerMinute; n += 1)
      for (const index of [chapterAt(n), chapterAt(n) - 1, chapterAt(n) + 1]) expect(await fetch(index)).toBe(0);
    expect(await fetch(chapterAt(1) + 2)).toBeGreaterThan(0);
  });

  test('the rate limit allows turning through a hundred chapters in a minute', async () => {
    const { fetch } = open();
    for (let index = 0; index < 100; index += 1) expect(await fetch(index), `chapter ${index}`).toBe(0);
  });

  test('the rate limit stops reading after the daily limit, including adjacent chapters, until the first is a day old', async () => {
    const { clock, fetch } = open();
    for (let n = 1; n <= READING_LIMITS.chaptersPerDay; n += 1) {
      expect(await fetch(n), `chapter ${n}`).toBe(0);
      clock.advance(2_000);
    }
    expect(await fetch(READING_LIMITS.chaptersPerDay + 1)).toBe(86_400_000 - READING_LIMITS.chaptersPerDay * 2_000);
    expect(await fetch(READING_LIMITS.chaptersPerDay)).toBe(0);
    clock.advance(86_400_000 - READING_LIMITS.chaptersPerDay * 2_000);
    expect(await fetch(READING_LIMITS.chaptersPerDay + 1)).toBe(0);
  });

  test('the rate limit counts users, books and subnets separately', async () => {
    const { fetch } = open();
    for (let n = 1; n <= READING_LIMITS.chaptersPerMinute; n += 1) await fetch(chapterAt(n));
    expect(await fetch(chapterAt(1), { userId: 'another' })).toBe(0);
    expect(await fetch(chapterAt(1), reader, 'another book')).toBeGreaterThan(0);
    const network = { subnet: '198.51.100.7' };
    for (let n = 1; n <= READING_LIMITS.chaptersPerSubnetPerMinute; n += 1) expect(await fetch(chapterAt(n), network)).toBe(0);
    expect(await fetch(chapterAt(READING_LIMITS.chaptersPerSubnetPerMinute + 1), network)).toBeGreaterThan(0);
  });

  test('the rate limit counts a chapter again after a day, and exempts its adjacent chapters for one minute only', async () => {
    const { clock, fetch } = open();
    const limiter = createRecordingLimiter();
    const rateLimit = createReadingRateLimit({ limiter, clock });
    const read = (index: number) => rateLimit(reader, { versionId: 'v', index });
    const keys = () => limiter.calls.splice(0).map(([what, key, points, windowMs]) => [what, key, points, windowMs]);
    const minute = ['take', 'reading:user:reader:minute', READING_LIMITS.chaptersPerMinute, 60_000];
    const day = ['take', 'reading:user:reader:day', READING_LIMITS.chaptersPerDay, 86_400_000];
    await read(10);
    expect(keys()).toEqual([minute, day]);
    await read(10);
    expect(keys()).toEqual([]);
    await read(11);
    await read(9);
    expect(keys()).toEqual([day, day]);
    clock.advance(60_000);
    await read(12);
    expect(keys()).toEqual([minute, day]);
    clock.advance(86_400_000 - 60_000 - 1);
    await read(10);
    expect(keys()).toEqual([]);
    clock.advance(1);
    await read(10);
    expect(keys()).toEqual([minute, day]);
    expect(await fetch(1)).toBe(0);
    const network = { subnet: '198.51.100.7' };
    await rateLimit(network, { versionId: 'v', index: 1 });
    expect(keys()).toEqual([
      ['take', 'reading:network:198.51.100.7:minute', READING_LIMITS.chaptersPerSubnetPerMinute, 60_000],
      ['take', 'reading:network:198.51.100.7:day', READING_LIMITS.chaptersPerSubnetPerDay, 86_400_000],
    ]);
  });

  test('the rate limit exempts adjacent chapters of the same book only, and for one minute', async () => {
    const { clock } = open();
    const limiter = createRecordingLimiter();
    const rateLimit = createReadingRateLimit({ limiter, clock });
    const parts = async (versionId: string, index: number) => {
      limiter.calls.length = 0;
      await rateLimit(reader, { versionId, index });
      return limiter.calls.length;
    };
    expect([await parts('v', 10), await parts('w', 11)]).toEqual([2, 2]);
    clock.advance(59_999);
    expect(await parts('v', 11)).toBe(1);
    clock.advance(1);
    expect(await parts('v', 9)).toBe(2);
  });

  test('the rate limit allows a refused chapter later, and returns the remaining time of the limit that was reached', async () => {
    const { clock } = open();
    const limiter = createRecordingLimiter();
    const rateLimit = createReadingRateLimit({ limiter, clock });
    const read = (index: number) => rateLimit(reader, { versionId: 'v', index });
    limiter.full.set('reading:user:reader:minute', { take: 7 });
    expect([await read(1), limiter.calls.length]).toEqual([7, 1]);
    limiter.full.clear();
    limiter.full.set('reading:user:reader:day', { take: 8 });
    expect([await read(1), await read(1)]).toEqual([8, 8]);
    limiter.full.clear();
    expect([await read(1), await read(1)]).toEqual([0, 0]);
    expect(limiter.calls).toHaveLength(7);
  });

  test('the rate limit caches the two thousand most recent readers', async () => {
    const { clock } = open();
    const limiter = createRecordingLimiter();
    const rateLimit = createReadingRateLimit({ limiter, clock });
    const isKnown = async (userId: string) => {
      limiter.calls.length = 0;
      await rateLimit({ userId }, { versionId: 'v', index: 1 });
      return limiter.calls.length === 0;
    };
    await isKnown('first');
    await isKnown('second');
    for (let n = 0; n < 1_998; n += 1) await isKnown(`reader ${n}`);
    expect(await isKnown('first')).toBe(true);
    // The cache now gets one reader more than it holds, so it drops `second`, which was used least recently.
    await isKnown('one more');
    expect([await isKnown('first'), await isKnown('second')]).toEqual([true, false]);
  });

  test('other errors of the rate limiter are thrown', async () => {
    const rateLimit = createReadingRateLimit({ limiter: createFailingLimiter(new RangeError('ours')), clock: { now: () => 0 } });
    await expect(rateLimit(reader, { versionId: 'v', index: 1 })).rejects.toThrow(RangeError);
  });

  test('reading is allowed while the rate limiter is unavailable', async () => {
    const away = () => Promise.reject(new RateLimiterUnavailableError('away'));
    const rateLimit = createReadingRateLimit({
      limiter: { take: away, takeMember: away, peek: away, giveBack: away, forget: away },
      clock: { now: () => 0 },
    });
    for (let n = 0; n <= READING_LIMITS.chaptersPerMinute; n += 1)
      expect(await rateLimit(reader, { versionId: 'v', index: chapterAt(n) })).toBe(0);
  });
});
