import { rawOperation } from '../wire/operation.ts';
import { PICTURE_PATH } from './user-file.ts';

/** Returns a public picture; its file name is `<sha256>.webp`. */
export const getPicture = rawOperation({
  name: 'getPicture',
  method: 'GET',
  path: `${PICTURE_PATH}/:file`,
  summary: '公开图片（头像）',
  permission: 'browse',
});
