import { rawOperation } from '../wire/operation.ts';
import { COVER_PATH } from './book-card.ts';

/** Returns the cover of a book; the file name is `<sha256>.webp`. */
export const getCover = rawOperation({
  name: 'getCover',
  method: 'GET',
  path: `${COVER_PATH}/:bookId/:file`,
  summary: '图书封面',
  permission: 'browse',
});
