/** Ties the calls of the update check to their use cases. */
import { CodedError, getLastAppAsar, getLastInstallPackage, getLastVersion, increaseDownloadCount, LIMITS } from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Router } from '../../platform/http/router.ts';
import { type RateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { chooseBuild } from './choose-build.ts';
import { registerReleaseFiles } from './serve-file.ts';
import { addDownload, listNewestReleased } from './store.ts';
import { viewVersion } from './view.ts';

export interface ReleaseDependencies {
  readonly db: Queryable;
  readonly objects: ObjectStorage;
  readonly limiter: RateLimiter;
  /** The network an address is counted as. */
  readonly networkOf: (address: string) => string;
}

const PER_NETWORK = { points: LIMITS.downloadCountsPerAddressPerHour, windowMs: 3_600_000 };

const takeReport = async (limiter: RateLimiter, network: string): Promise<void> => {
  try {
    if (!(await limiter.take(`release:count:${network}`, PER_NETWORK)).allowed) throw new CodedError('request.tooMany');
  } catch (error) {
    if (error instanceof RateLimiterUnavailableError) throw new CodedError('unavailable', {}, { cause: error });
    throw error;
  }
};

const refuseRetired = async (): Promise<never> => {
  throw new CodedError('release.callRetired');
};

export const registerReleaseRoutes = (router: Router, fastify: FastifyInstance, deps: ReleaseDependencies): void => {
  router.handleAnyone(getLastVersion, async (input, { userAgent, appOrigin }) => {
    const version = chooseBuild(await listNewestReleased(deps.db, { channel: input.channel }), { ...input, userAgent });
    if (version === undefined) throw new CodedError('release.nonePublished');
    return viewVersion(version, appOrigin);
  });
  router.handleAnyone(increaseDownloadCount, async (input, { address, userAgent }) => {
    const { versionCode, channel } = input;
    const version = chooseBuild(await listNewestReleased(deps.db, { channel, versionCode }), { ...input, userAgent });
    if (version === undefined) throw new CodedError('release.versionUnknown');
    await takeReport(deps.limiter, deps.networkOf(address));
    return { versionCode, downloadCount: await addDownload(deps.db, version.id) };
  });
  router.handleAnyone(getLastInstallPackage, refuseRetired);
  router.handleAnyone(getLastAppAsar, refuseRetired);
  registerReleaseFiles(fastify, deps);
};
