/** How often a person and a network may try codes that do not exist (security.md §3). A genuine code is no guess, whatever becomes of it. */
import { CodedError, LIMITS } from '@shufang/contract';
import { type RateLimiter, RateLimiterUnavailableError, type RateLimitRule } from '../../platform/rate-limit.ts';
import type { CodeName } from './code-sentences.ts';

const HOUR_MS = 3_600_000;
const PER_USER: RateLimitRule = { points: LIMITS.wrongCodesPerUserPerHour, windowMs: HOUR_MS };
const PER_NETWORK: RateLimitRule = { points: LIMITS.wrongCodesPerAddressPerHour, windowMs: HOUR_MS };

export interface CodeBudget {
  /** Throws `commerce.codeTries` when a budget is used up: then right codes are refused as well, or guessing would go on. */
  check(): Promise<void>;
  /** Counts a wrong try; throws `commerce.codeTries` when tries at the same moment used the budget up meanwhile. */
  fail(): Promise<void>;
}

/** `kind`: what the person thinks they type. One budget for all kinds. `network`: what the address is counted as. Both answer `unavailable` while the counts cannot be reached. */
export const codeBudget = (
  limiter: RateLimiter,
  { userId, network, kind }: { readonly userId: string; readonly network: string; readonly kind: CodeName },
): CodeBudget => {
  const counters = [
    [`code:user:${userId}`, PER_USER],
    [`code:network:${network}`, PER_NETWORK],
  ] as const;
  const each = async (ask: 'peek' | 'take'): Promise<void> => {
    try {
      const answers = await Promise.all(counters.map(([key, rule]) => limiter[ask](key, rule)));
      const waitMs = Math.max(...answers.map((answer) => (answer.allowed ? 0 : Math.max(1, answer.retryAfterMs))));
      if (waitMs > 0) throw new CodedError('commerce.codeTries', { kind, minutes: Math.ceil(waitMs / 60_000) });
    } catch (error) {
      if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
      throw error;
    }
  };
  return { check: () => each('peek'), fail: () => each('take') };
};
