/** Converts versions of applications for clients. */
import { type AppBuild, type BuildFile, type getLastVersion, type OutputOf, RELEASE_FILE_PATH } from '@shufang/contract';
import type { AppVersion, ReleasedFile } from './app-version.ts';

export const filePathOf = (version: AppVersion, { name }: ReleasedFile = version.file): string =>
  [RELEASE_FILE_PATH, version.channel, version.platform, version.arch, version.versionCode, name].join('/');

const viewFile = (version: AppVersion, file: ReleasedFile): BuildFile => ({
  url: filePathOf(version, file),
  fileName: file.name,
  size: file.bytes,
  sha256: file.sha256,
  sha512: file.sha512,
});

export const viewBuild = (version: AppVersion): AppBuild => ({
  versionCode: version.versionCode,
  platform: version.platform,
  arch: version.arch,
  channel: version.channel,
  description: version.descriptionHtml,
  ...viewFile(version, version.file),
  ...(version.portable === undefined ? {} : { portable: viewFile(version, version.portable) }),
  ...(version.systemNeeds === '' ? {} : { systemNeeds: version.systemNeeds }),
  ...(version.silentInstall === '' ? {} : { silentInstall: version.silentInstall }),
  ...(version.isTestBuild ? { isTestBuild: true } : {}),
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
