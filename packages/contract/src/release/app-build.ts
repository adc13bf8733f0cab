import { z } from 'zod';
import { releaseArch, releaseChannel, releasePlatform, versionCode } from './update-manifest.ts';

/**
 * Selects a build by platform, arch and channel. Defaults: channel `stable`, and the platform of the caller's user agent if it has a
 * release.
 */
export const buildQuery = { platform: releasePlatform.optional(), arch: releaseArch.optional(), channel: releaseChannel.default('stable') };

/** An app version in the admin area; withdrawn ones are included. */
export const appVersionRecord = z.object({
  versionCode,
  platform: releasePlatform,
  arch: releaseArch,
  channel: releaseChannel,
  state: z.enum(['draft', 'released', 'withdrawn']),
  fileName: z.string(),
  size: z.number().int(),
  downloadCount: z.number().int(),
  keyId: z.string(),
  /** Whether the client was packaged with the runtime of the tests. */
  isTestBuild: z.literal(true).optional(),
  releasedAt: z.number().int().optional(),
  withdrawnAt: z.number().int().optional(),
  /** Time after which clients no longer install the version, unless it is signed again. */
  expiresAt: z.number().int().optional(),
});

export type AppVersionRecord = z.output<typeof appVersionRecord>;

export const retiredCall = {
  method: 'GET',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({}),
  errors: ['release.callRetired'],
} as const;

/**
 * Base path of the files of released versions, `RELEASE_FILE_PATH/<channel>/<platform>/<arch>/<version>/<file name>`. They are sent as
 * files, not as JSON, and support range requests.
 */
export const RELEASE_FILE_PATH = '/api/maintenance/appUpdater/file';
