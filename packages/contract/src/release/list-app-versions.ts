import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { releaseArch, releaseChannel, releasePlatform, versionCode } from './update-manifest.ts';

/** A file of a build: path on the app origin, size in bytes, checksums in hex. */
const buildFile = z.object({ url: z.string(), fileName: z.string(), size: z.number().int(), sha256: z.string(), sha512: z.string() });

export type BuildFile = z.output<typeof buildFile>;

/** A released build as the download pages show it. */
export const appBuild = buildFile.extend({
  versionCode,
  platform: releasePlatform,
  arch: releaseArch,
  channel: releaseChannel,
  /** Release notes as sanitized HTML. */
  description: z.string(),
  /** File of the portable variant, which runs without installation, e.g. in classrooms. */
  portable: buildFile.optional(),
  /** Texts that the publisher signed: system requirements, and the command for silent installation. */
  systemNeeds: z.string().optional(),
  silentInstall: z.string().optional(),
  /** Whether the client was packaged with the runtime of the tests; it is listed only while its system has no other build. */
  isTestBuild: z.literal(true).optional(),
  /** Ed25519 signature of the build's manifest in base64; `keyId` identifies the public key. */
  signature: z.string(),
  keyId: z.string(),
  releasedAt: z.number().int(),
});

export type AppBuild = z.output<typeof appBuild>;

/**
 * Lists the newest build of each platform and architecture, and earlier versions, the newest first. Both are empty if none was published.
 */
export const listAppVersions = operation({
  name: 'listAppVersions',
  method: 'GET',
  path: '/api/app/versions',
  summary: '客户端版本',
  permission: 'browse',
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
