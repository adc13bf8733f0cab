/** The sliding-window limits of `rate-limit.ts`, counted in Redis and so shared by all server processes. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Clock } from './clock.ts';
import { type RateLimitAnswer, type RateLimiter, RateLimiterUnavailableError, type RateLimitRule } from './rate-limit.ts';

const PREFIX = 'shufang:limit:';

/**
 * Uses of a key are a sorted set by time. KEYS[1] key; ARGV: now, windowMs, points, member ('' only looks).
 * Answers -1 when allowed, else the time of the use whose end frees a place.
 */
const SCRIPT = `
local from = tonumber(ARGV[1]) - tonumber(ARGV[2])
local points = tonumber(ARGV[3])
local used = redis.call('ZCOUNT', KEYS[1], '(' .. from, '+inf')
if used < points then
  if ARGV[4] ~= '' then
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', from)
    redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
  end
  return '-1'
end
if points < 1 then return ARGV[1] end
return redis.call('ZRANGE', KEYS[1], -points, -points, 'WITHSCORES')[2]
`;

/** Throws `RateLimiterUnavailableError` within about a second when Redis is down: the caller decides what that means. */
export const createRedisRateLimiter = (redis: Redis, clock: Clock): RateLimiter => {
  const ask = async (key: string, rule: RateLimitRule, member: string): Promise<RateLimitAnswer> => {
    const now = clock.now();
    const blockedBy = Number(
      await reach(() => redis.eval(SCRIPT, 1, PREFIX + key, String(now), String(rule.windowMs), String(rule.points), member)),
    );
    return blockedBy < 0 ? { allowed: true, retryAfterMs: 0 } : { allowed: false, retryAfterMs: blockedBy + rule.windowMs - now };
  };
  return {
    take: (key, rule) => ask(key, rule, randomUUID()),
    peek: (key, rule) => ask(key, rule, ''),
    async forget(key) {
      await reach(() => redis.del(PREFIX + key));
    },
  };
};

const reach = async <T>(command: () => Promise<T>): Promise<T> => {
  try {
    return await command();
  } catch (error) {
    throw new RateLimiterUnavailableError('the rate limit store cannot be reached', { cause: error });
  }
};
