import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { myRating } from './rating.ts';

/** Creates or updates the caller's rating; one per user and book. */
export const saveRating = operation({
  name: 'saveRating',
  method: 'POST',
  path: '/api/rating/save',
  summary: '评价图书',
  // The use case decides for each book whether the user may rate it.
  permission: 'ownAccount',
  input: z.object({
    bookId: entityId,
    stars: z.coerce.number('请选择星级').int('请选择星级').min(1, '请选择星级').max(5, '请选择星级'),
    body: z.string().trim().max(LIMITS.ratingBodyChars, `评价最多 ${LIMITS.ratingBodyChars} 个字`).default(''),
  }),
  output: z.object({ mine: myRating }),
  errors: ['catalog.bookNotFound', 'catalog.ratingRefused'],
});
