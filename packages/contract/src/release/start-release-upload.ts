import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { releaseUpload } from './release-upload.ts';

/**
 * Starts or continues the upload of a signed release. The server verifies the signature, the notes, the sizes and the version before it
 * accepts a byte. The same release continues where its upload stopped; another release of the same build replaces the upload.
 */
export const startReleaseUpload = operation({
  name: 'startReleaseUpload',
  method: 'POST',
  path: '/api/admin/version/upload/start',
  summary: '开始或继续上传客户端版本',
  permission: 'runPlatform',
  scope: 'platform',
  acceptsUploadToken: true,
  isIdempotent: true,
  input: z.object({
    /** Text of `release.json`, as `release sign` has written it. */
    release: z.string().max(LIMITS.signedReleaseChars),
  }),
  output: releaseUpload,
  errors: ['release.invalid', 'release.keyUnknown', 'release.versionNotNewer', 'file.tooLarge'],
});
