import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adminBook } from './admin-book.ts';

/**
 * Sets the edition number and the work of a book: `sameWorkAs` joins the work of another edition, `null` removes the book from its work,
 * absent leaves it. Entitlements stay with their edition. Throws `request.invalid` if two editions of a work would have the same number.
 */
export const setBookEdition = operation({
  name: 'setBookEdition',
  method: 'POST',
  path: '/api/admin/book/edition',
  summary: '设置版次，关联新旧版',
  permission: 'publishBook',
  scope: { bookId: 'book', sameWorkAs: 'book' },
  input: z.object({
    bookId: entityId,
    edition: z.coerce.number().int().min(1, '版次从 1 开始').max(99, '版次最大 99'),
    sameWorkAs: entityId.nullable().optional(),
  }),
  output: adminBook,
  errors: ['catalog.bookNotFound'],
});
