import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Stores that the caller has seen what changed in a book up to the version with the number `no`. */
export const markChangesSeen = operation({
  name: 'markChangesSeen',
  method: 'POST',
  path: '/api/book/text-changes/seen',
  summary: '更新内容已看过',
  permission: 'ownAccount',
  isIdempotent: true,
  input: z.object({ bookId: entityId, no: z.number().int().min(1).max(1_000_000) }),
  output: z.object({}),
  errors: ['catalog.bookNotFound'],
});
