/** Limits how many manifests and narrations a caller may request. */
import { CodedError } from '@shufang/contract';
import type { CallContext } from '../../platform/http/call-context.ts';
import { RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { READING_LIMITS } from './limits.ts';
import type { ReadingDependencies } from './reading-dependencies.ts';

const MINUTE_MS = 60_000;

/** Throws `request.tooMany` if the user, or the subnet of an anonymous user, has requested the limit of its kind within a minute. */
export const countRequest = async (
  { limiter, subnetOf }: ReadingDependencies,
  { reader, address }: CallContext,
  kind: 'manifest' | 'narration',
): Promise<void> => {
  const [key, points] =
    reader === undefined
      ? [`network:${subnetOf(address)}`, READING_LIMITS.manifestsPerSubnetPerMinute]
      : [`user:${reader.userId}`, READING_LIMITS.manifestsPerMinute];
  try {
    if (!(await limiter.take(`${kind}:${key}`, { points, windowMs: MINUTE_MS })).allowed) throw new CodedError('request.tooMany');
  } catch (error) {
    // Reading continues while the rate limiter is unavailable, as for chapters.
    if (!(error instanceof RateLimiterUnavailableError)) throw error;
  }
};
