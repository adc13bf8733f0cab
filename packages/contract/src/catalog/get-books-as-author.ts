import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { bookCard, shelfState } from './book-card.ts';
import { bookRole } from './book-role.ts';

/** Lists the books that name the caller as a contributor, with the roles, the last changed first. */
export const getBooksAsAuthor = operation({
  name: 'getBooksAsAuthor',
  method: 'GET',
  path: '/api/my/getBooksAsAuthor',
  summary: '我编写的图书',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({
    items: z.array(z.object({ book: bookCard, roles: z.array(bookRole), state: shelfState, updatedAt: z.number().int() })),
  }),
});
