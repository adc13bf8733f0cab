import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { buildQuery } from './app-build.ts';
import { releaseArch, releaseChannel, releasePlatform, versionCode } from './update-manifest.ts';

/**
 * Returns the newest released version, as a hint. Before installing, a client must verify `signature` (Ed25519, base64) over the UTF-8
 * bytes of `manifest` with one of its built-in public keys, and use only the values of the manifest (security.md §2).
 */
export const getLastVersion = operation({
  name: 'getLastVersion',
  method: 'GET',
  path: '/api/maintenance/appUpdater/getLastVersion',
  summary: '获取最新版本',
  permission: 'browse',
  audience: 'anyone',
  input: z.object(buildQuery),
  output: z.object({
    versionCode,
    /** Release notes as sanitized HTML; a client displays them in a sandboxed frame nevertheless. */
    description: z.string(),
    /** Absolute URL of the version's file on the app origin. */
    updateUrl: z.string(),
    platform: releasePlatform,
    arch: releaseArch,
    channel: releaseChannel,
    fileName: z.string(),
    /** Size of the file in bytes. */
    size: z.number().int(),
    /** SHA-512 checksum of the file in hex. */
    sha512: z.string(),
    releasedAt: z.number().int(),
    /** End of the quiet period at present, UTC ms: until then nobody has to install a mandatory update. Absent outside one. */
    quietUntil: z.number().int().optional(),
    /** Canonical JSON text of an `updateManifest`, exactly as signed. */
    manifest: z.string(),
    signature: z.string(),
    /** Id of the public key with which to verify the signature: the first 16 hex digits of the SHA-256 of its SPKI DER bytes. */
    keyId: z.string(),
  }),
  errors: ['release.nonePublished'],
});
