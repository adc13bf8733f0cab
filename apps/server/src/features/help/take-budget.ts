/** Keeps what anybody may send from becoming a flood. */
import { CodedError } from '@shufang/contract';
import { type RateLimiter, RateLimiterUnavailableError, type RateLimitRule } from '../../platform/rate-limit.ts';

/** Throws `request.tooMany`, `unavailable`. */
export const takeBudget = async (limiter: RateLimiter, key: string, rule: RateLimitRule): Promise<void> => {
  try {
    if (!(await limiter.take(`help:${key}`, rule)).allowed) throw new CodedError('request.tooMany');
  } catch (error) {
    if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
    throw error;
  }
};
