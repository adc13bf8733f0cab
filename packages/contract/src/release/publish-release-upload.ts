import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { appVersionRecord } from './app-build.ts';

/**
 * Publishes an uploaded release. The server compares the size and the hash of each file with the signed manifest first; if one differs, the
 * upload is deleted. A release that renews a published version only replaces its signature.
 */
export const publishReleaseUpload = operation({
  name: 'publishReleaseUpload',
  method: 'POST',
  path: '/api/admin/version/upload/publish',
  summary: '发布上传的客户端版本',
  permission: 'runPlatform',
  scope: 'platform',
  acceptsUploadToken: true,
  input: z.object({ uploadId: z.string() }),
  output: z.object({ items: z.array(appVersionRecord) }),
  errors: ['release.uploadUnknown', 'release.uploadIncomplete', 'release.invalid', 'release.versionNotNewer'],
});
