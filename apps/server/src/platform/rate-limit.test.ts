/** The same limits in memory and in Redis. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdjustableClock, createAdjustableClock } from './clock.ts';
import { createLogger } from './logger.ts';
import { createMemoryRateLimiter, type RateLimiter, RateLimiterUnavailableError } from './rate-limit.ts';
import { openRedis, waitUntilReady } from './redis-connection.ts';
import { createRedisRateLimiter } from './redis-rate-limit.ts';
import { startOwnRedis } from './testing/own-redis.ts';

const silent = createLogger('silent');
const server = await startOwnRedis();
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

  it('allow n and refuse n + 1, telling how long to wait', async () => {
    expect([await allowed(), await allowed(), await allowed()]).toEqual([true, true, true]);
    clock.advance(10_000);
    expect(await limiter.take(key, rule)).toEqual({ allowed: false, retryAfterMs: 50_000 });
  });

  it('slide: a use makes room exactly one window later, and not more than one', async () => {
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

  it('count a refused use and a look for nothing', async () => {
    for (let use = 0; use < 3; use += 1) {
      expect(await limiter.peek(key, rule)).toEqual({ allowed: true, retryAfterMs: 0 });
      await limiter.take(key, rule);
    }
    for (let use = 0; use < 5; use += 1) expect(await allowed()).toBe(false);
    expect((await limiter.peek(key, rule)).allowed).toBe(false);
    clock.advance(60_000);
    expect((await limiter.peek(key, rule)).allowed).toBe(true);
  });

  it('forget a key when told, and keep keys apart', async () => {
    for (let use = 0; use < 3; use += 1) await allowed();
    expect((await limiter.take(`${key}:other`, rule)).allowed).toBe(true);
    await limiter.forget(key);
    expect(await allowed()).toBe(true);
  });

  it('let exactly n of many simultaneous uses through', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => limiter.take(key, rule)));
    expect(answers.filter((answer) => answer.allowed)).toHaveLength(3);
  });
});

it('says at once that Redis is down, so that the caller can refuse', async () => {
  const down = openRedis('redis://127.0.0.1:9147', silent);
  const limiter = createRedisRateLimiter(down, createAdjustableClock());
  await expect(limiter.take('key', { points: 1, windowMs: 1_000 })).rejects.toThrow(RateLimiterUnavailableError);
  await expect(limiter.forget('key')).rejects.toThrow(RateLimiterUnavailableError);
  down.disconnect();
});
