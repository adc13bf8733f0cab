import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { shelfRecord } from './shelf-record.ts';

/**
 * Lists for each of the books whether it is a draft, published or off the shelf; unknown books are omitted. `bookIds`: comma-separated, at
 * most 100.
 */
export const listBookShelves = operation({
  name: 'listBookShelves',
  method: 'GET',
  path: '/api/admin/book/shelf/list',
  summary: '图书上架状态',
  permission: 'publishBook',
  scope: 'filtered',
  input: z.object({
    bookIds: z
      .string()
      .max(100 * 27)
      .transform((text) => text.split(','))
      .pipe(z.array(entityId).min(1).max(100)),
  }),
  output: z.object({ items: z.array(shelfRecord) }),
});
