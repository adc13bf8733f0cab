import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Removes the caller's rating, if any. */
export const removeRating = operation({
  name: 'removeRating',
  method: 'POST',
  path: '/api/rating/remove',
  summary: '删除评价',
  permission: 'ownAccount',
  input: z.object({ bookId: entityId }),
  output: z.object({}),
});
