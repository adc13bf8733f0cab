/** A version as clients see it. */
import { type getLastVersion, type OutputOf, RELEASE_FILE_PATH } from '@shufang/contract';
import type { AppVersion } from './app-version.ts';

export const filePathOf = (version: AppVersion): string =>
  [RELEASE_FILE_PATH, version.channel, version.platform, version.arch, version.versionCode, version.file.name].join('/');

export const viewVersion = (version: AppVersion, appOrigin: string): OutputOf<typeof getLastVersion> => ({
  versionCode: version.versionCode,
  description: version.descriptionHtml,
  updateUrl: `${appOrigin}${filePathOf(version)}`,
  platform: version.platform,
  arch: version.arch,
  channel: version.channel,
  fileName: version.file.name,
  size: version.file.bytes,
  sha512: version.file.sha512,
  releasedAt: version.releasedAt,
  manifest: version.manifest,
  signature: version.signature,
  keyId: version.keyId,
});
