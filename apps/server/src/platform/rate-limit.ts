/** Rate limits of the form "n per window" (security.md §3) with an exact sliding window, in memory; `redis-rate-limit.ts` counts in Redis. */
import type { Clock } from './clock.ts';

export interface RateLimitRule {
  points: number;
  windowMs: number;
}

export interface RateLimitResult {
  allowed: boolean;
  /** Time in milliseconds until the next use is allowed; 0 if it is allowed now. */
  retryAfterMs: number;
}

export interface RateLimiter {
  /** Counts one use of `key` if the rule allows it; a rejected use is not counted. */
  take(key: string, rule: RateLimitRule): Promise<RateLimitResult>;
  /** Returns what `take` would return, without counting. */
  peek(key: string, rule: RateLimitRule): Promise<RateLimitResult>;
  /**
   * Counts `member` unless it was counted within the window: the rule limits the number of different members, each of which is allowed
   * any number of times. `peek` and `forget` of the same key apply to the members.
   */
  takeMember(key: string, member: string, rule: RateLimitRule): Promise<RateLimitResult>;
  /** Removes the newest `uses` of `key`, so that they no longer count. */
  giveBack(key: string, uses: number): Promise<void>;
  /** Removes all uses of `key`, for example after a success. */
  forget(key: string): Promise<void>;
}

/**
 * Error of a rate limit whose counter store is unavailable. Callers that protect payments, messages or sign-in then reject the request
 * (security.md §2, outages).
 */
export class RateLimiterUnavailableError extends Error {
  override readonly name = 'RateLimiterUnavailableError';
}

/** Number of keys above which idle ones are removed. */
const SWEEP_ABOVE_KEYS = 10_000;

interface Uses {
  /** Times of the uses in UTC ms, ascending. */
  at: number[];
  /** Time at which each member was counted, UTC ms; absent for uses without members. */
  members?: Map<string, number>;
  windowMs: number;
}

/** Creates a rate limiter that counts in this process: for a single server process and for tests. */
export const createMemoryRateLimiter = (clock: Clock): RateLimiter => {
  const keys = new Map<string, Uses>();
  let sweepAbove = SWEEP_ABOVE_KEYS;

  const sweep = (): void => {
    const now = clock.now();
    for (const [key, uses] of keys) if ((uses.at.at(-1) ?? 0) + uses.windowMs <= now) keys.delete(key);
    sweepAbove = Math.max(SWEEP_ABOVE_KEYS, keys.size * 2);
  };

  const recentUses = (key: string, rule: RateLimitRule): number[] => {
    const from = clock.now() - rule.windowMs;
    return (keys.get(key)?.at ?? []).filter((at) => at > from);
  };

  const resultFor = (recent: number[], rule: RateLimitRule): RateLimitResult => {
    if (recent.length < rule.points) return { allowed: true, retryAfterMs: 0 };
    const frees = recent.at(-rule.points);
    return { allowed: false, retryAfterMs: frees === undefined ? rule.windowMs : frees + rule.windowMs - clock.now() };
  };

  return {
    async take(key, rule) {
      const recent = recentUses(key, rule);
      const result = resultFor(recent, rule);
      if (result.allowed) {
        keys.set(key, { at: [...recent, clock.now()], windowMs: rule.windowMs });
        if (keys.size > sweepAbove) sweep();
      }
      return result;
    },
    async takeMember(key, member, rule) {
      const from = clock.now() - rule.windowMs;
      const members = new Map([...(keys.get(key)?.members ?? [])].filter(([, at]) => at > from));
      if (members.has(member)) return { allowed: true, retryAfterMs: 0 };
      const recent = recentUses(key, rule);
      const result = resultFor(recent, rule);
      if (result.allowed) {
        keys.set(key, { at: [...recent, clock.now()], windowMs: rule.windowMs, members: members.set(member, clock.now()) });
        if (keys.size > sweepAbove) sweep();
      }
      return result;
    },
    async peek(key, rule) {
      return resultFor(recentUses(key, rule), rule);
    },
    async giveBack(key, uses) {
      const counted = keys.get(key);
      if (counted !== undefined) keys.set(key, { ...counted, at: counted.at.slice(0, -uses) });
    },
    async forget(key) {
      keys.delete(key);
    },
  };
};
