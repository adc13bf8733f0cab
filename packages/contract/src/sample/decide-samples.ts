import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { sampleIds } from './sample-request.ts';

/**
 * Approves or refuses submitted samples, all or none of them; a refusal needs a reason. An approved digital sample opens the book to the
 * teacher at once. Throws `sample.notFound` for one outside of the access scope, `sample.stateChanged`.
 */
export const decideSamples = operation({
  name: 'decideSamples',
  method: 'POST',
  path: '/api/admin/sample/decide',
  summary: '审核样书申请',
  permission: 'approveApplication',
  scope: 'filtered',
  input: z
    .object({
      ids: sampleIds,
      decision: z.enum(['approve', 'reject']),
      reply: z.string().trim().max(LIMITS.operatorReasonChars, `最多 ${LIMITS.operatorReasonChars} 个字`).default(''),
    })
    .refine(({ decision, reply }) => decision === 'approve' || reply !== '', { message: '请写明不通过的原因', path: ['reply'] }),
  output: z.object({ changed: z.number().int() }),
  errors: ['sample.notFound', 'sample.stateChanged'],
});
