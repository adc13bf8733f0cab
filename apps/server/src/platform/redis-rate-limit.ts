/** The sliding-window limits of `rate-limit.ts`, counted in Redis and so shared by all server processes. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Clock } from './clock.ts';
import { type RateLimiter, RateLimiterUnavailableError, type RateLimitResult, type RateLimitRule } from './rate-limit.ts';

const PREFIX = 'shufang:limit:';

/**
 * Lua script that counts one use. The uses of a key are a sorted set by time. KEYS[1] key; ARGV: now, windowMs, points, member ('': do not
 * count). A member in the set is allowed again. Returns -1 if allowed, else the time of the use whose expiry allows the next one.
 */
const SCRIPT = `
local from = tonumber(ARGV[1]) - tonumber(ARGV[2])
local points = tonumber(ARGV[3])
if ARGV[4] ~= '' then
  local seen = redis.call('ZSCORE', KEYS[1], ARGV[4])
  if seen and tonumber(seen) > from then return '-1' end
end
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

/** Returns a rate limiter over Redis. Its calls throw `RateLimiterUnavailableError` within about a second if Redis is down. */
export const createRedisRateLimiter = (redis: Redis, clock: Clock): RateLimiter => {
  const evaluate = async (key: string, rule: RateLimitRule, member: string): Promise<RateLimitResult> => {
    const now = clock.now();
    const blockedBy = Number(
      await runCommand(() => redis.eval(SCRIPT, 1, PREFIX + key, String(now), String(rule.windowMs), String(rule.points), member)),
    );
    return blockedBy < 0 ? { allowed: true, retryAfterMs: 0 } : { allowed: false, retryAfterMs: blockedBy + rule.windowMs - now };
  };
  return {
    take: (key, rule) => evaluate(key, rule, randomUUID()),
    takeMember: (key, member, rule) => evaluate(key, rule, `member:${member}`),
    peek: (key, rule) => evaluate(key, rule, ''),
    async giveBack(key, uses) {
      await runCommand(() => redis.zpopmax(PREFIX + key, uses));
    },
    async forget(key) {
      await runCommand(() => redis.del(PREFIX + key));
    },
  };
};

const runCommand = async <T>(command: () => Promise<T>): Promise<T> => {
  try {
    return await command();
  } catch (error) {
    throw new RateLimiterUnavailableError('the rate limit store cannot be reached', { cause: error });
  }
};
