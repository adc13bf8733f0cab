import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * Returns a token with which the command line of a publisher uploads releases in the name of the caller. It is valid for some hours, only
 * for the operations of an upload, and not longer than the session that created it.
 */
export const createUploadToken = operation({
  name: 'createUploadToken',
  method: 'POST',
  path: '/api/admin/version/upload/token',
  summary: '生成上传令牌',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({}),
  replay: 'never',
  output: z.object({ token: z.string(), expiresAt: z.number().int() }),
});
