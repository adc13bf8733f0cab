/** Counts a download of a version, within a rate limit per subnet. Throws `release.versionUnknown`, `request.tooMany`, `unavailable`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { type RateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { chooseBuild } from './choose-build.ts';
import { RELEASE_LIMITS } from './limits.ts';
import type { ReleaseDependencies } from './release-dependencies.ts';
import { addDownload, listNewestReleased } from './store.ts';

const PER_SUBNET = { points: RELEASE_LIMITS.downloadCountsPerSubnetPerHour, windowMs: 3_600_000 };

const countReport = async (limiter: RateLimiter, subnet: string): Promise<void> => {
  try {
    if (!(await limiter.take(`release:count:${subnet}`, PER_SUBNET)).allowed) throw new CodedError('request.tooMany');
  } catch (error) {
    if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
    throw error;
  }
};

export const increaseDownloadCount: UseCase<'increaseDownloadCount', ReleaseDependencies> = async (
  { db, limiter, subnetOf },
  { address, userAgent },
  input,
) => {
  const { versionCode, channel } = input;
  const version = chooseBuild(await listNewestReleased(db.orm, { channel, versionCode, withTestBuilds: true }), { ...input, userAgent });
  if (version === undefined) throw new CodedError('release.versionUnknown');
  await countReport(limiter, subnetOf(address));
  return { versionCode, downloadCount: await addDownload(db.orm, version.id) };
};
