import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { userFile } from './user-file.ts';

/** Stores a picture, re-encoded without metadata. `avatar`: cropped to 512 x 512, at most 5 MB; `image`: at most 10 MB. */
export const uploadImage = operation({
  name: 'uploadImage',
  method: 'POST',
  path: '/api/file/userFile/uploadImage',
  summary: '上传图片',
  permission: 'ownAccount',
  input: z.object({ purpose: z.enum(['avatar', 'image']).default('image') }),
  output: userFile,
  errors: ['file.tooLarge', 'file.typeRefused', 'file.pictureBroken', 'file.quotaFull', 'file.missing'],
});
