import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { operatorClaim } from './code-batch.ts';

/**
 * Decides a claim. Approval grants the book, for `termDays` or permanently, and voids the old code (`codeId` from `findClaimedCodes`) if
 * identified; `endBound` also ends the entitlement of the user who bound it. Rejection requires a reason.
 */
export const decideClaim = operation({
  name: 'decideClaim',
  method: 'POST',
  path: '/api/admin/code/claim/decide',
  summary: '处理激活码申请',
  permission: 'approveApplication',
  scope: { claimId: 'claim' },
  input: z
    .object({
      claimId: z.string().max(64),
      approve: z.boolean(),
      reply: z.string().trim().max(200).default(''),
      termDays: z.coerce.number().int().min(1).max(LIMITS.codeTermDaysMax).optional(),
      codeId: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      endBound: z.boolean().default(false),
    })
    .refine(({ approve, reply }) => approve || reply !== '', '请写明不通过的原因'),
  output: z.object({ claim: operatorClaim }),
  errors: ['activationCode.claimNotFound', 'activationCode.claimDecided', 'activationCode.claimBookRemoved'],
});
