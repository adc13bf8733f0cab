/** Tests that the rate limits in memory and in Redis behave the same. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdjustableClock, createAdjustableClock } from './clock.ts';
import { createLogger } from './logger.ts';
import { createMemoryRateLimiter, type RateLimiter, RateLimiterUnavailableError, type RateLimitRule } from './rate-limit.ts';
import { openRedis, waitUntilReady } from './redis-connection.ts';
import { createRedisRateLimiter } from './redis-rate-limit.ts';
import { startTestRedis } from './testing/test-redis.ts';

const silent = createLogger('silent');
const server = await startTestRedis();
const redis = openRedis(server.url, silent);
await waitUntilReady(redis, 2_000);
afterAll(async () => {
  redis.disconnect();
  await server.kill();
});

describe.each([
  ['in memory', createMemoryRateLimiter],
  ['in Redis', (clock: AdjustableClock): RateLimiter => createRedisRateLimiter(redis, clock)],
])('limits %s', (_, create) => {
  let clock: AdjustableClock;
  let limiter: RateLimiter;
  let key: string;
  beforeEach(() => {
    const start = Date.now();
    clock = createAdjustableClock({ now: () => start });
    limiter = create(clock);
    key = `test:${randomUUID()}`;
  });

  const rule = { points: 3, windowMs: 60_000 };
  const allowed = async (): Promise<boolean> => (await limiter.take(key, rule)).allowed;

  it('allow n and reject n + 1, with the time to wait', async () => {
    expect([await allowed(), await allowed(), await allowed()]).toEqual([true, true, true]);
    clock.advance(10_000);
    expect(await limiter.take(key, rule)).toEqual({ allowed: false, retryAfterMs: 50_000 });
  });

  it('slide: an expired use allows one more exactly one window later', async () => {
    await limiter.take(key, rule);
    clock.advance(30_000);
    await limiter.take(key, rule);
    await limiter.take(key, rule);
    clock.advance(29_999);
    expect(await limiter.take(key, rule)).toEqual({ allowed: false, retryAfterMs: 1 });
    clock.advance(1);
    expect([await allowed(), await allowed()]).toEqual([true, false]);
    expect((await limiter.peek(key, rule)).retryAfterMs).toBe(30_000);
  });

  it('count each member once in its window, and different members up to the limit', async () => {
    const take = async (member: string): Promise<boolean> => (await limiter.takeMember(key, member, rule)).allowed;
    expect([await take('a'), await take('b'), await take('a'), await take('b'), await take('c')]).toEqual([true, true, true, true, true]);
    expect([await take('d'), await take('a'), await take('c')]).toEqual([false, true, true]);
    expect(await limiter.takeMember(key, 'd', rule)).toEqual({ allowed: false, retryAfterMs: 60_000 });
    expect((await limiter.peek(key, rule)).allowed).toBe(false);
    clock.advance(60_000);
    expect([await take('d'), await take('a'), await take('e'), await take('b')]).toEqual([true, true, true, false]);
  });

  it('allow no more than the limit of members that are counted at the same time', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => limiter.takeMember(key, `m${n}`, rule)));
    expect(results.filter(({ allowed: isAllowed }) => isAllowed).length).toBe(3);
  });

  it('do not count a rejected use or a peek', async () => {
    for (let use = 0; use < 3; use += 1) {
      expect(await limiter.peek(key, rule)).toEqual({ allowed: true, retryAfterMs: 0 });
      await limiter.take(key, rule);
    }
    for (let use = 0; use < 5; use += 1) expect(await allowed()).toBe(false);
    expect((await limiter.peek(key, rule)).allowed).toBe(false);
    clock.advance(60_000);
    expect((await limiter.peek(key, rule)).allowed).toBe(true);
  });

  it('forget a key on request, and count keys separately', async () => {
    for (let use = 0; use < 3; use += 1) await allowed();
    expect((await limiter.take(`${key}:other`, rule)).allowed).toBe(true);
    await limiter.forget(key);
    expect(await allowed()).toBe(true);
  });

  it('give back the newest uses, and no more than there are', async () => {
    await limiter.take(key, rule);
    clock.advance(30_000);
    await limiter.take(key, rule);
    await limiter.take(key, rule);
    await limiter.giveBack(key, 2);
    expect([await allowed(), await allowed(), await allowed()]).toEqual([true, true, false]);
    // The two newest uses were removed and the oldest remained, so the next use is allowed when the oldest one expires.
    expect((await limiter.peek(key, rule)).retryAfterMs).toBe(30_000);
    await limiter.giveBack(key, 10);
    await limiter.giveBack(`${key}:other`, 1);
    expect([await allowed(), await allowed(), await allowed(), await allowed()]).toEqual([true, true, true, false]);
  });

  it('slide for any time: every window allows n and no more, however long the key is used', async () => {
    const short = { points: 2, windowMs: 1_000 };
    for (let round = 0; round < 20; round += 1) {
      expect([(await limiter.take(key, short)).allowed, (await limiter.take(key, short)).allowed]).toEqual([true, true]);
      clock.advance(500);
      expect((await limiter.take(key, short)).allowed).toBe(false);
      clock.advance(500);
    }
  });

  it('of zero uses reject the first one, for a whole window', async () => {
    expect(await limiter.take(key, { points: 0, windowMs: 60_000 })).toEqual({ allowed: false, retryAfterMs: 60_000 });
    expect(await limiter.take(key, { points: 1, windowMs: 60_000 })).toEqual({ allowed: true, retryAfterMs: 0 });
  });

  it('that are lower than the counted uses wait for enough of them to expire', async () => {
    for (let use = 0; use < 3; use += 1) {
      await limiter.take(key, rule);
      clock.advance(10_000);
    }
    expect(await limiter.peek(key, { points: 2, windowMs: 60_000 })).toEqual({ allowed: false, retryAfterMs: 40_000 });
    expect(await limiter.peek(key, { points: 1, windowMs: 60_000 })).toEqual({ allowed: false, retryAfterMs: 50_000 });
  });

  it('forget members with their key', async () => {
    for (const member of ['a', 'b', 'c']) await limiter.takeMember(key, member, rule);
    await limiter.forget(key);
    for (const member of ['d', 'e', 'f']) expect((await limiter.takeMember(key, member, rule)).allowed).toBe(true);
    expect((await limiter.takeMember(key, 'a', rule)).allowed).toBe(false);
  });

  it('allow exactly n of many simultaneous uses', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => limiter.take(key, rule)));
    expect(results.filter((result) => result.allowed)).toHaveLength(3);
  });
});

it.each(['take', 'takeMember'] as const)('in memory remove idle keys above ten thousand keys (%s)', async (how) => {
  const clock = createAdjustableClock({ now: () => 1_800_000_000_000 });
  const limiter = createMemoryRateLimiter(clock);
  const [minute, hour] = [60_000, 3_600_000].map((windowMs) => ({ points: 1, windowMs })) as [RateLimitRule, RateLimitRule];
  const use = (key: string, rule: RateLimitRule) => (how === 'take' ? limiter.take(key, rule) : limiter.takeMember(key, 'm', rule));
  // Returns whether uses of the key are stored. The rule has a longer window, in which they still count.
  const isKnown = async (key: string) => !(await limiter.peek(key, hour)).allowed;
  await use('used', hour);
  for (let n = 0; n < 9_998; n += 1) await use(`idle ${n}`, minute);
  clock.advance(60_000);
  await use('the ten thousandth', minute);
  expect(await isKnown('idle 0')).toBe(true);
  await use('one more', minute);
  expect([await isKnown('idle 0'), await isKnown('idle 9997'), await isKnown('used'), await isKnown('one more')]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it('store no use in Redis longer than its window, and no idle key', async () => {
  const clock = createAdjustableClock({ now: () => 1_800_000_000_000 });
  const limiter = createRedisRateLimiter(redis, clock);
  const rule = { points: 5, windowMs: 60_000 };
  const stored = `shufang:limit:window`;
  for (let use = 0; use < 50; use += 1) {
    await limiter.take('window', rule);
    expect(await redis.zcard(stored)).toBeLessThanOrEqual(rule.points);
    clock.advance(20_000);
  }
  const left = await redis.pttl(stored);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(rule.windowMs);
});

it('report at once that Redis is down, so that the caller can reject the request', async () => {
  const down = openRedis('redis://127.0.0.1:9147', silent);
  const limiter = createRedisRateLimiter(down, createAdjustableClock());
  await expect(limiter.take('key', { points: 1, windowMs: 1_000 })).rejects.toThrow(RateLimiterUnavailableError);
  await expect(limiter.giveBack('key', 1)).rejects.toThrow(RateLimiterUnavailableError);
  await expect(limiter.forget('key')).rejects.toThrow(RateLimiterUnavailableError);
  const error: unknown = await limiter.peek('key', { points: 1, windowMs: 1_000 }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'RateLimiterUnavailableError', cause: expect.any(Error) });
  down.disconnect();
});
