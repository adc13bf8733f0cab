import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { pageInput } from './book-card.ts';
import { adminRating, ratingState } from './rating.ts';

/** Lists ratings, the newest first. */
export const listAdminRatings = operation({
  name: 'listAdminRatings',
  method: 'GET',
  path: '/api/admin/rating/list',
  summary: '评价列表（工作台）',
  permission: 'curate',
  scope: 'filtered',
  input: z.object({
    state: ratingState.default('reported'),
    bookId: entityId.optional(),
    cursor: z.string().max(128).optional(),
    limit: pageInput.limit,
  }),
  output: z.object({
    items: z.array(adminRating),
    counts: z.object({ reported: z.number().int(), shown: z.number().int(), hidden: z.number().int() }),
    nextCursor: z.string().optional(),
  }),
});
