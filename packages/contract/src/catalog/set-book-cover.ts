import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adminBook } from './admin-book.ts';

/** Sets the cover. `fileId`: a picture uploaded by the caller (`uploadImage`). */
export const setBookCover = operation({
  name: 'setBookCover',
  method: 'POST',
  path: '/api/admin/book/cover',
  summary: '更换封面',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId, fileId: entityId }),
  output: adminBook,
  errors: ['catalog.bookNotFound', 'file.notFound', 'file.pictureBroken'],
});
