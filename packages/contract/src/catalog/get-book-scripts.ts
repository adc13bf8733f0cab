import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookScripts } from './script-approval.ts';

/** Returns the scripts of the current version of a book, and the state of their approval. Throws `catalog.bookNotFound`. */
export const getBookScripts = operation({
  name: 'getBookScripts',
  method: 'GET',
  path: '/api/admin/book/scripts',
  summary: '图书的互动内容',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId }),
  output: bookScripts,
  errors: ['catalog.bookNotFound'],
});
