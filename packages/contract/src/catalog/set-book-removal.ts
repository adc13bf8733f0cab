import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Removes a book for all readers by order of an authority, or restores it (`notice` empty). Unlike taking it off the shelf, owners cannot
 * read it either and see `notice`. Annotations stay.
 */
export const setBookRemoval = operation({
  name: 'setBookRemoval',
  method: 'POST',
  path: '/api/admin/book/removal',
  summary: '责令停止阅读',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({
    bookId: entityId,
    notice: z.string().trim().max(200),
    /** Reason for the audit log: which order, by which authority. It is required for a removal. */
    reason: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
  }),
  output: z.object({ bookId: entityId, notice: z.string() }),
  errors: ['catalog.bookNotFound'],
});
