import { z } from 'zod';
import { LIMITS } from '../limits.ts';
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

/** A file of a build: its path on the app origin, its size in bytes, its sums in hex. */
const buildFile = z.object({ url: z.string(), fileName: z.string(), size: z.number().int(), sha256: z.string(), sha512: z.string() });
export type BuildFile = z.output<typeof buildFile>;

/** A released build, as the download pages show it. */
export const appBuild = buildFile.extend({
  versionCode,
  platform: releasePlatform,
  arch: releaseArch,
  channel: releaseChannel,
  /** Sanitised HTML. */
  description: z.string(),
  /** The same build, to be run without being installed, as on the machines of a classroom. */
  portable: buildFile.optional(),
  /** In the operator's words: what the machine must have, and the command that installs without questions. Absent: not said. */
  systemNeeds: z.string().optional(),
  silentInstall: z.string().optional(),
  /** Ed25519, base64, over the build's manifest; `keyId` names the key. */
  signature: z.string(),
  keyId: z.string(),
  releasedAt: z.number().int(),
});
export type AppBuild = z.output<typeof appBuild>;

/** What there is to download: the newest build of each platform and arch, and the versions before, newest first. Both empty where the operator published none. */
export const listAppVersions = operation({
  name: 'listAppVersions',
  method: 'GET',
  path: '/api/app/versions',
  summary: '客户端版本',
  audience: 'anyone',
  input: z.object({ channel: releaseChannel.default('stable') }),
  output: z.object({
    newest: z.array(appBuild),
    history: z.array(
      z.object({
        versionCode,
        platform: releasePlatform,
        arch: releaseArch,
        releasedAt: z.number().int(),
        description: z.string(),
      }),
    ),
  }),
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

/** As the desk shows a version: those taken back, too. */
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
  releasedAt: z.number().int().optional(),
  withdrawnAt: z.number().int().optional(),
});
export type AppVersionRecord = z.output<typeof appVersionRecord>;

/** Every version there ever was, the newest publication first. */
export const listVersionRecords = operation({
  name: 'listVersionRecords',
  method: 'GET',
  path: '/api/admin/version/list',
  summary: '客户端版本记录',
  input: z.object({}),
  output: z.object({ items: z.array(appVersionRecord) }),
});

/** Takes a version back: no longer offered, its file no longer served, its number spent. Where it is installed it stays. */
export const withdrawAppVersion = operation({
  name: 'withdrawAppVersion',
  method: 'POST',
  path: '/api/admin/version/withdraw',
  summary: '撤回客户端版本',
  input: z.object({
    versionCode,
    platform: releasePlatform,
    arch: releaseArch,
    channel: releaseChannel,
    reason: z.string().trim().min(1, '请写明撤回的原因').max(LIMITS.operatorReasonChars),
  }),
  output: z.object({ items: z.array(appVersionRecord) }),
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
