/** A version as clients see it. */
import { type AppBuild, type getLastVersion, type OutputOf, RELEASE_FILE_PATH } from '@shufang/contract';
import type { AppVersion } from './app-version.ts';

export const filePathOf = (version: AppVersion): string =>
  [RELEASE_FILE_PATH, version.channel, version.platform, version.arch, version.versionCode, version.file.name].join('/');

export const viewBuild = (version: AppVersion): AppBuild => ({
  versionCode: version.versionCode,
  platform: version.platform,
  arch: version.arch,
  channel: version.channel,
  description: version.descriptionHtml,
  url: filePathOf(version),
  fileName: version.file.name,
  size: version.file.bytes,
  sha256: version.file.sha256,
  sha512: version.file.sha512,
  signature: version.signature,
  keyId: version.keyId,
  releasedAt: version.releasedAt,
});

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
