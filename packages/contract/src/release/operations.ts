import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { releaseArch, releaseChannel, releasePlatform, versionCode } from './update-manifest.ts';

const base = '/api/maintenance/appUpdater';

/** Which build is meant. What is left out is guessed: the channel is `stable`, the platform that of the caller's user agent where it has a release. */
const build = { platform: releasePlatform.optional(), arch: releaseArch.optional(), channel: releaseChannel.default('stable') };

/**
 * The newest released version: a hint. A client installs only after `signature` (Ed25519, base64) held over the UTF-8 bytes of
 * `manifest` under one of the public keys it carries, and then what the manifest says counts, not the fields beside it (security.md §2).
 */
export const getLastVersion = operation({
  name: 'getLastVersion',
  method: 'GET',
  path: `${base}/getLastVersion`,
  summary: '获取最新版本',
  audience: 'anyone',
  input: z.object(build),
  output: z.object({
    versionCode,
    /** Sanitised HTML; show it in a sandboxed frame all the same. */
    description: z.string(),
    /** Absolute address of the file on the app origin. */
    updateUrl: z.string(),
    platform: releasePlatform,
    arch: releaseArch,
    channel: releaseChannel,
    fileName: z.string(),
    /** Bytes. */
    size: z.number().int(),
    /** Hex. */
    sha512: z.string(),
    releasedAt: z.number().int(),
    /** Canonical JSON text of an `updateManifest`, exactly as signed. */
    manifest: z.string(),
    signature: z.string(),
    /** Names the public key: first 16 hex digits of the sha256 over its SPKI DER bytes. */
    keyId: z.string(),
  }),
  errors: ['release.nonePublished'],
});

/** Counts one completed download of a version. */
export const increaseDownloadCount = operation({
  name: 'increaseDownloadCount',
  method: 'GET',
  path: `${base}/increaseDownloadCount`,
  summary: '记录一次下载',
  audience: 'anyone',
  input: z.object({ versionCode, ...build }),
  output: z.object({ versionCode, downloadCount: z.number().int() }),
  errors: ['release.versionUnknown'],
});

const retired = { method: 'GET', audience: 'anyone', input: z.object({}), output: z.object({}), errors: ['release.callRetired'] } as const;

/** Deprecated by the specification: always refused, so that an old client says what to do. */
export const getLastInstallPackage = operation({
  name: 'getLastInstallPackage',
  path: `${base}/getLastInstallPackage`,
  summary: '获取安装包（已停用）',
  ...retired,
});
export const getLastAppAsar = operation({
  name: 'getLastAppAsar',
  path: `${base}/getLastAppAsar`,
  summary: '获取程序包（已停用）',
  ...retired,
});

/** Files of released versions: `RELEASE_FILE_PATH/<channel>/<platform>/<arch>/<version>/<file name>`. Not in the envelope; ranges are answered. */
export const RELEASE_FILE_PATH = '/api/maintenance/appUpdater/file';
