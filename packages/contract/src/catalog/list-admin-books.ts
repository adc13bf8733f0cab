import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';
import { adminBook } from './admin-book.ts';
import { shelfState } from './book-card.ts';

/** Lists books in any state, the last changed first. `q`: part of the title, authors or ISBN. */
export const listAdminBooks = operation({
  name: 'listAdminBooks',
  method: 'GET',
  path: '/api/admin/book/list',
  summary: '图书列表（工作台）',
  permission: 'publishBook',
  scope: 'filtered',
  input: z.object({
    q: z.string().trim().max(100).default(''),
    state: shelfState.optional(),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
  }),
  output: z.object({
    items: z.array(
      adminBook.pick({
        bookId: true,
        title: true,
        authors: true,
        isbn: true,
        publisher: true,
        accessModel: true,
        priceFen: true,
        state: true,
        cover: true,
        updatedAt: true,
      }),
    ),
    nextCursor: z.string().optional(),
  }),
});
