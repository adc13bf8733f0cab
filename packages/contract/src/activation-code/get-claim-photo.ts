import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';

/** Returns a photo of a claim; `photo` counts from 0. There is no URL that could be shared. */
export const getClaimPhoto = operation({
  name: 'getClaimPhoto',
  method: 'POST',
  path: '/api/admin/code/claim/photo',
  summary: '激活码申请的照片',
  permission: 'approveApplication',
  scope: { claimId: 'claim' },
  isIdempotent: true,
  input: z.object({
    claimId: z.string().max(64),
    photo: z.coerce
      .number()
      .int()
      .min(0)
      .max(LIMITS.claimPhotosMax - 1),
  }),
  output: z.object({ mediaType: z.string(), base64: z.string() }),
  errors: ['activationCode.claimNotFound', 'file.notFound'],
});
