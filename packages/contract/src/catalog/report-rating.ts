import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Reports a rating to the editors. A second report by the same user replaces the first. */
export const reportRating = operation({
  name: 'reportRating',
  method: 'POST',
  path: '/api/rating/report',
  summary: '举报评价',
  permission: 'ownAccount',
  input: z.object({ id: entityId, reason: z.string().trim().min(1, '请写明举报的原因').max(200, '原因最多 200 个字') }),
  output: z.object({}),
  errors: ['catalog.ratingNotFound', 'catalog.ratingRefused'],
});
