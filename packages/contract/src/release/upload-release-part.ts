import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * Receives the next part of a file of an upload, as a form. Each part has `LIMITS.releasePartBytes` bytes, the last one the rest. A part that
 * was received before is accepted again if it has the same bytes.
 */
export const uploadReleasePart = operation({
  name: 'uploadReleasePart',
  method: 'POST',
  path: '/api/admin/version/upload/part',
  summary: '上传客户端版本的一段文件',
  permission: 'runPlatform',
  scope: 'platform',
  acceptsUploadToken: true,
  isIdempotent: true,
  input: z.object({ uploadId: z.string(), fileName: z.string(), offset: z.coerce.number().int().min(0) }),
  /** Number of bytes of the file that the server has now. */
  output: z.object({ received: z.number().int() }),
  errors: ['release.uploadUnknown', 'release.uploadIncomplete', 'file.missing', 'file.tooLarge'],
});
