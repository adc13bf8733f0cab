import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { userFile } from './user-file.ts';

/** Stores a document of the caller: PDF, DOCX, XLSX, PPTX, picture or text, detected by content. */
export const uploadFile = operation({
  name: 'uploadFile',
  method: 'POST',
  path: '/api/file/userFile/upload',
  summary: '上传文件',
  permission: 'ownAccount',
  input: z.object({}),
  output: userFile,
  errors: ['file.tooLarge', 'file.typeRefused', 'file.quotaFull', 'file.missing'],
});
