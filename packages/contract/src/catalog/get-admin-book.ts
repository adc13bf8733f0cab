import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adminBook } from './admin-book.ts';

export const getAdminBook = operation({
  name: 'getAdminBook',
  method: 'GET',
  path: '/api/admin/book/get',
  summary: '图书（工作台）',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId }),
  output: adminBook,
  errors: ['catalog.bookNotFound'],
});
