import { z } from 'zod';
import { releaseArch, releaseChannel, releasePlatform, updateFileKind, versionCode } from './update-manifest.ts';

/** An upload of a signed release that has not been published yet, as far as the server has received it. */
export const releaseUpload = z.object({
  uploadId: z.string(),
  versionCode,
  platform: releasePlatform,
  arch: releaseArch,
  channel: releaseChannel,
  /** Id of the key that signed the release. */
  keyId: z.string(),
  /** Whether the version is published already, and the release renews its signature. No file is needed then. */
  isRenewal: z.boolean(),
  /** The files of the signed manifest. `received`: number of bytes that the server has; the next part begins there. */
  files: z.array(z.object({ kind: updateFileKind, name: z.string(), size: z.number().int(), received: z.number().int() })),
});
export type ReleaseUpload = z.output<typeof releaseUpload>;
