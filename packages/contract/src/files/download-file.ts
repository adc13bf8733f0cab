import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { fileId } from './user-file.ts';

/** Returns a file of the caller as an attachment; an error is returned as JSON, as for other calls. */
export const downloadFile = operation({
  name: 'downloadFile',
  method: 'POST',
  path: '/api/file/userFile/download',
  body: 'form',
  summary: '下载文件',
  permission: 'ownAccount',
  input: z.object({ fileId }),
  output: z.object({}),
  errors: ['file.notFound'],
});
