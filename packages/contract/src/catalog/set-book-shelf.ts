import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { shelfState } from './book-card.ts';
import { shelfRecord } from './shelf-record.ts';

/** Publishes a book or takes it off the shelf, the latter with a reason. The date of the first publication stays unchanged. */
export const setBookShelf = operation({
  name: 'setBookShelf',
  method: 'POST',
  path: '/api/admin/book/shelf',
  summary: '上架或下架图书',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({
    bookId: entityId,
    state: shelfState.exclude(['draft']),
    reason: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
  }),
  output: shelfRecord,
  errors: ['catalog.bookNotFound'],
});
