import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { fileId } from './user-file.ts';

/** Deletes one of the caller's uploads (`listFiles`). */
export const deleteFile = operation({
  name: 'deleteFile',
  method: 'POST',
  path: '/api/file/userFile/delete',
  summary: '删除文件',
  permission: 'ownAccount',
  input: z.object({ fileId }),
  output: z.object({}),
  errors: ['file.notFound', 'file.inUse'],
});
