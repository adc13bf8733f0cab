import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adminRating } from './rating.ts';

/** Moderates a rating: `hide` hides it and notifies its author of the reason; `keep` shows it. Both close its reports. */
export const decideRating = operation({
  name: 'decideRating',
  method: 'POST',
  path: '/api/admin/rating/decide',
  summary: '处理评价',
  permission: 'curate',
  scope: { id: 'rating' },
  input: z
    .object({
      id: entityId,
      decision: z.enum(['hide', 'keep']),
      reason: z.string().trim().max(LIMITS.operatorReasonChars).default(''),
    })
    .refine(({ decision, reason }) => decision === 'keep' || reason !== '', { message: '请写明隐藏的原因', path: ['reason'] }),
  output: adminRating,
  errors: ['catalog.ratingNotFound'],
});
