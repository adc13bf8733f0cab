import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { adoptionIds, adoptionLevel } from './adoption-list.ts';

/**
 * Approves or returns submitted adoption lists on one level, all or none of them; a return needs a reason. The approval of the last level
 * confirms the list. Throws `adoption.notFound` for one outside of the access scope, `adoption.stateChanged` if another level decides next,
 * `adoption.ownList` for a list of the operator.
 */
export const decideAdoptionLists = operation({
  name: 'decideAdoptionLists',
  method: 'POST',
  path: '/api/admin/adoption/decide',
  summary: '审批征订单',
  permission: 'reviewAdoption',
  scope: 'filtered',
  input: z
    .object({
      ids: adoptionIds,
      level: adoptionLevel,
      decision: z.enum(['approve', 'return']),
      /** Name and office of the person who decided, as it is printed on the list. */
      reviewer: z
        .string()
        .trim()
        .min(1, '请填写审批人')
        .max(LIMITS.adoptionReviewerChars, `审批人最多 ${LIMITS.adoptionReviewerChars} 个字`),
      remark: z.string().trim().max(LIMITS.operatorReasonChars, `最多 ${LIMITS.operatorReasonChars} 个字`).default(''),
    })
    .refine(({ decision, remark }) => decision === 'approve' || remark !== '', { message: '请写明退回的原因', path: ['remark'] }),
  output: z.object({ changed: z.number().int() }),
  errors: ['adoption.notFound', 'adoption.stateChanged', 'adoption.ownList'],
});
