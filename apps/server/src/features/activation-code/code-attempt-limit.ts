/**
 * Rate limit of attempts with codes that do not exist, per user and per subnet (security.md §3). A genuine code never counts as an attempt.
 */
import { CodedError } from '@shufang/contract';
import { type RateLimiter, RateLimiterUnavailableError, type RateLimitRule } from '../../platform/rate-limit.ts';
import type { CodeName } from './code-sentences.ts';
import { ACTIVATION_CODE_LIMITS } from './limits.ts';

const HOUR_MS = 3_600_000;
const PER_USER: RateLimitRule = { points: ACTIVATION_CODE_LIMITS.wrongCodesPerUserPerHour, windowMs: HOUR_MS };
const PER_NETWORK: RateLimitRule = { points: ACTIVATION_CODE_LIMITS.wrongCodesPerIpPerHour, windowMs: HOUR_MS };

export interface CodeBudget {
  /**
   * Throws `activationCode.codeTries` if the limit is reached. Then genuine codes are refused too; otherwise an attacker could go on guessing.
   */
  check(): Promise<void>;
  /** Counts a failed attempt. Throws `activationCode.codeTries` if concurrent attempts have reached the limit meanwhile. */
  fail(): Promise<void>;
}

/**
 * Creates the rate limit for one caller. `kind`: the kind of code that the user meant to enter; all kinds share one limit. `network`: the
 * subnet of the client IP. Both functions throw `unavailable` while the counters cannot be reached.
 */
export const codeAttemptLimit = (
  limiter: RateLimiter,
  { userId, network, kind }: { readonly userId: string; readonly network: string; readonly kind: CodeName },
): CodeBudget => {
  const counters = [
    [`code:user:${userId}`, PER_USER],
    [`code:network:${network}`, PER_NETWORK],
  ] as const;
  const each = async (method: 'peek' | 'take'): Promise<void> => {
    try {
      const results = await Promise.all(counters.map(([key, rule]) => limiter[method](key, rule)));
      const waitMs = Math.max(...results.map((result) => (result.allowed ? 0 : Math.max(1, result.retryAfterMs))));
      if (waitMs > 0) throw new CodedError('activationCode.codeTries', { kind, minutes: Math.ceil(waitMs / 60_000) });
    } catch (error) {
      if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
      throw error;
    }
  };
  return { check: () => each('peek'), fail: () => each('take') };
};
