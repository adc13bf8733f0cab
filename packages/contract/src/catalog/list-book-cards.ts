import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { bookStatusCard, idList } from './collection.ts';

/** Lists the cards of given books (comma-separated ids), including those off the shelf; drafts and unknown ones are omitted. */
export const listBookCards = operation({
  name: 'listBookCards',
  method: 'GET',
  path: '/api/book/cards',
  summary: '按编号查图书',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ bookIds: idList(LIMITS.pageSizeMax) }),
  output: z.object({ items: z.array(bookStatusCard) }),
});
