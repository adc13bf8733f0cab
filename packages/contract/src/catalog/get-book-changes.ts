import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookVersionRecord } from './book-version.ts';

/** Lists the released versions of a book, the newest first. */
export const getBookChanges = operation({
  name: 'getBookChanges',
  method: 'GET',
  path: '/api/book/changes',
  summary: '更新记录',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ bookId: entityId }),
  output: z.object({ versions: z.array(bookVersionRecord) }),
  errors: ['catalog.bookNotFound'],
});
