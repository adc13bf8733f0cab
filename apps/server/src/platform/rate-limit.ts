/** Limits of the form "n per window" (security.md §3), counted exactly over a sliding window; here in memory, in Redis beside it. */
import type { Clock } from './clock.ts';

export interface RateLimitRule {
  points: number;
  windowMs: number;
}

export interface RateLimitAnswer {
  allowed: boolean;
  /** How long until one more is allowed; 0 when it is allowed now. */
  retryAfterMs: number;
}

export interface RateLimiter {
  /** Counts one use of `key` if the rule still allows it; a refused use is not counted. */
  take(key: string, rule: RateLimitRule): Promise<RateLimitAnswer>;
  /** What `take` would answer, without counting. */
  peek(key: string, rule: RateLimitRule): Promise<RateLimitAnswer>;
  /** Forgets the uses of `key`, after a success for example. */
  forget(key: string): Promise<void>;
}

/** The store of the counts cannot be reached. Callers that guard money, messages or sign-in refuse then (security.md §2, outages). */
export class RateLimiterUnavailableError extends Error {
  override readonly name = 'RateLimiterUnavailableError';
}

/** Above this many keys the idle ones are swept out. */
const SWEEP_ABOVE_KEYS = 10_000;

interface Uses {
  /** UTC ms, ascending. */
  at: number[];
  windowMs: number;
}

/** Counts in this process: right for one server process, and for tests. */
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

  const answer = (recent: number[], rule: RateLimitRule): RateLimitAnswer => {
    if (recent.length < rule.points) return { allowed: true, retryAfterMs: 0 };
    const frees = recent.at(-rule.points);
    return { allowed: false, retryAfterMs: frees === undefined ? rule.windowMs : frees + rule.windowMs - clock.now() };
  };

  return {
    async take(key, rule) {
      const recent = recentUses(key, rule);
      const result = answer(recent, rule);
      if (result.allowed) {
        keys.set(key, { at: [...recent, clock.now()], windowMs: rule.windowMs });
        if (keys.size > sweepAbove) sweep();
      }
      return result;
    },
    async peek(key, rule) {
      return answer(recentUses(key, rule), rule);
    },
    async forget(key) {
      keys.delete(key);
    },
  };
};
