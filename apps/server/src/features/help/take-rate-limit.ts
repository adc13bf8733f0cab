/** Rate limits of what signed-in and anonymous users may send to the operator. */
import { CodedError } from '@shufang/contract';
import { type RateLimiter, RateLimiterUnavailableError, type RateLimitRule } from '../../platform/rate-limit.ts';

/** Counts one request against the limit of `key`. Throws `request.tooMany`, `unavailable`. */
export const takeRateLimit = async (limiter: RateLimiter, key: string, rule: RateLimitRule): Promise<void> => {
  try {
    if (!(await limiter.take(`help:${key}`, rule)).allowed) throw new CodedError('request.tooMany');
  } catch (error) {
    if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
    throw error;
  }
};
