import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { codeBatch } from './code-batch.ts';

/** Approves a batch, which creates its codes, or rejects it with a reason. The operator who requested the batch cannot decide it. */
export const decideCodeBatch = operation({
  name: 'decideCodeBatch',
  method: 'POST',
  path: '/api/admin/code/batch/decide',
  summary: '审批激活码批次',
  permission: 'manageCodes',
  scope: { batchId: 'codeBatch' },
  input: z
    .object({ batchId: z.string().max(64), approve: z.boolean(), reply: z.string().trim().max(200).default('') })
    .refine(({ approve, reply }) => approve || reply !== '', '请写明不通过的原因'),
  output: z.object({ batch: codeBatch }),
  errors: ['activationCode.batchNotFound', 'activationCode.batchState', 'activationCode.batchSamePerson'],
});
