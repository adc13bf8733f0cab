import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { fileId } from './user-file.ts';

/**
 * Returns a link to a file on the content origin, valid for `downloadLinkMinutes(minutes)` and only during the session. The `Authorization`
 * header carries the session's token; `proof` is base64url(SHA-256("dl|" + token + "|" + fileId + "|" + minutes)), with `minutes` as in the
 * URL (security.md §2). Throws `request.invalid` for a wrong proof.
 */
export const createDownloadLink = operation({
  name: 'createDownloadLink',
  method: 'GET',
  path: '/api/file/userFile/createDownLoadUrl/:fileId/:minutes/:proof',
  summary: '生成下载链接',
  permission: 'ownAccount',
  input: z.object({
    fileId,
    minutes: z.union([z.number(), z.string().min(1).max(20)]).transform(String),
    proof: z.string().min(1).max(4096),
  }),
  output: z.object({ url: z.string(), expiresAt: z.number().int() }),
  errors: ['file.notFound'],
});
