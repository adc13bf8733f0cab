/** A rate limiter that allows all keys except those that a test names, and records its calls. */
import { type RateLimiter, RateLimiterUnavailableError, type RateLimitRule } from '../rate-limit.ts';

export interface RecordingLimiter extends RateLimiter {
  /**
   * Recorded calls: `[what, key, points, windowMs]`; for `giveBack` the third item is the number of returned uses, and `forget` has only a
   * key.
   */
  readonly calls: (string | number)[][];
  /** Keys above their limit, with the time until the next use is allowed. */
  readonly full: Map<string, { peek?: number; take?: number }>;
}

export const createRecordingLimiter = (): RecordingLimiter => {
  const calls: RecordingLimiter['calls'] = [];
  const full: RecordingLimiter['full'] = new Map();
  const record = (what: 'peek' | 'take') => async (key: string, rule: RateLimitRule) => {
    calls.push([what, key, rule.points, rule.windowMs]);
    const waitMs = full.get(key)?.[what];
    return { allowed: waitMs === undefined, retryAfterMs: waitMs ?? 0 };
  };
  return {
    calls: calls,
    full,
    peek: record('peek'),
    take: record('take'),
    takeMember: (key, _member, rule) => record('take')(key, rule),
    giveBack: async (key, uses) => void calls.push(['giveBack', key, uses]),
    forget: async (key) => void calls.push(['forget', key]),
  };
};

/** Returns a rate limiter whose calls fail, by default because its store is unavailable. */
export const createFailingLimiter = (error: Error = new RateLimiterUnavailableError('away')): RateLimiter => {
  const fail = async (): Promise<never> => {
    throw error;
  };
  return { take: fail, takeMember: fail, peek: fail, giveBack: fail, forget: fail };
};
