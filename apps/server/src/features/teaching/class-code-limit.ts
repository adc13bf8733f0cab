/** Rate limit of join codes that do not exist, per user and per client IP. A genuine code never counts, so a whole class can join at once. */
import { CodedError } from '@shufang/contract';
import type { CallContext } from '../../platform/http/call-context.ts';
import { RateLimiterUnavailableError, type RateLimitRule } from '../../platform/rate-limit.ts';
import { addressFactor } from '../account/address-limits.ts';
import { networkOfAddress } from '../account/budgets.ts';
import { TEACHING_LIMITS } from './limits.ts';
import { findClassOfCode, type StoredClass } from './store.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

const HOUR_MS = 3_600_000;

type Dependencies = Pick<TeachingDependencies, 'db' | 'limiter' | 'institutionNetworks'>;

/**
 * Returns the class that a user can join by this code. Throws `class.codeUnknown` for a code that does not exist or is switched off,
 * `class.codeTries` after too many unknown codes, `unavailable` while the counters cannot be reached.
 */
export const findJoinableClass = async (
  { db, limiter, institutionNetworks }: Dependencies,
  { reader, address }: Pick<CallContext, 'reader' | 'address'>,
  code: string,
): Promise<StoredClass> => {
  const perIp = Math.round(TEACHING_LIMITS.wrongClassCodesPerIpPerHour * addressFactor(institutionNetworks, address));
  const counters: [string, RateLimitRule][] = [
    [`classCode:network:${networkOfAddress(address)}`, { points: perIp, windowMs: HOUR_MS }],
    ...(reader === undefined
      ? []
      : [
          [`classCode:user:${reader.userId}`, { points: TEACHING_LIMITS.wrongClassCodesPerUserPerHour, windowMs: HOUR_MS }] satisfies [
            string,
            RateLimitRule,
          ],
        ]),
  ];
  const each = async (method: 'peek' | 'take'): Promise<void> => {
    try {
      const results = await Promise.all(counters.map(([key, rule]) => limiter[method](key, rule)));
      const waitMs = Math.max(...results.map(({ allowed, retryAfterMs }) => (allowed ? 0 : Math.max(1, retryAfterMs))));
      if (waitMs > 0) throw new CodedError('class.codeTries', { minutes: Math.ceil(waitMs / 60_000) });
    } catch (error) {
      if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
      throw error;
    }
  };
  await each('peek');
  const found = await findClassOfCode(db.orm, code);
  if (found?.status === 'active' && found.isCodeOn) return found;
  await each('take');
  throw new CodedError('class.codeUnknown');
};
