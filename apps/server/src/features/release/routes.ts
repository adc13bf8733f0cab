/** Ties the calls of the update check to their use cases. */
import {
  CodedError,
  getLastAppAsar,
  getLastInstallPackage,
  getLastVersion,
  increaseDownloadCount,
  LIMITS,
  listAppVersions,
  listVersionRecords,
  withdrawAppVersion,
} from '@shufang/contract';
import type { FastifyInstance } from 'fastify';
import type { ObjectStorage } from '../../gateways/object-storage/object-storage.ts';
import { operatorOf } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Router } from '../../platform/http/router.ts';
import { type RateLimiter, RateLimiterUnavailableError } from '../../platform/rate-limit.ts';
import { chooseBuild } from './choose-build.ts';
import { registerReleaseFiles } from './serve-file.ts';
import { addDownload, listNewestReleased, listReleased, listVersionRows } from './store.ts';
import { viewBuild, viewVersion } from './view.ts';
import { withdrawVersion } from './withdraw-version.ts';

/** Versions, of all platforms together, that the download pages tell of. */
const HISTORY_SHOWN = 60;
/** More than a publisher brings out in years. */
const RECORDS_SHOWN = 500;

export interface ReleaseDependencies {
  readonly db: Database;
  readonly clock: Clock;
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
    const version = chooseBuild(await listNewestReleased(deps.db.orm, { channel: input.channel }), { ...input, userAgent });
    if (version === undefined) throw new CodedError('release.nonePublished');
    return viewVersion(version, appOrigin);
  });
  router.handleAnyone(listAppVersions, async ({ channel }) => {
    const newest = await listNewestReleased(deps.db.orm, { channel });
    const isNewest = new Set(newest.map(({ id }) => id));
    const before = (await listReleased(deps.db.orm, channel, HISTORY_SHOWN)).filter(({ id }) => !isNewest.has(id));
    return {
      newest: newest.map(viewBuild),
      history: before.map(({ versionCode, platform, arch, releasedAt, descriptionHtml }) => ({
        versionCode,
        platform,
        arch,
        releasedAt,
        description: descriptionHtml,
      })),
    };
  });
  router.handleAnyone(increaseDownloadCount, async (input, { address, userAgent }) => {
    const { versionCode, channel } = input;
    const version = chooseBuild(await listNewestReleased(deps.db.orm, { channel, versionCode }), { ...input, userAgent });
    if (version === undefined) throw new CodedError('release.versionUnknown');
    await takeReport(deps.limiter, deps.networkOf(address));
    return { versionCode, downloadCount: await addDownload(deps.db.orm, version.id) };
  });
  router.handle(listVersionRecords, async () => ({ items: await listVersionRows(deps.db.orm, RECORDS_SHOWN) }));
  router.handle(withdrawAppVersion, async ({ versionCode, reason, ...build }, context) => {
    await withdrawVersion(deps, { build, versionCode, reason }, operatorOf(context));
    return { payload: { items: await listVersionRows(deps.db.orm, RECORDS_SHOWN) }, say: `已撤回 ${versionCode}` };
  });
  router.handleAnyone(getLastInstallPackage, refuseRetired);
  router.handleAnyone(getLastAppAsar, refuseRetired);
  registerReleaseFiles(fastify, { ...deps, db: deps.db.orm });
};
