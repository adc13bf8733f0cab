import { rawOperation } from '../wire/operation.ts';
import { CATALOG_PICTURE_PATH } from './home-slot.ts';

/** Returns a picture of a collection or of the home page. */
export const getCatalogPicture = rawOperation({
  name: 'getCatalogPicture',
  method: 'GET',
  path: `${CATALOG_PICTURE_PATH}/:sha256`,
  summary: '专题与首页的图片',
  permission: 'browse',
});
