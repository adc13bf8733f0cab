import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { codeBatch } from './code-batch.ts';

/**
 * Voids the codes of a batch: all, or those with the serial numbers `from` to `to`. `bound`: whether bound codes are voided, too, which
 * ends their entitlements. Bound codes of teachers' guides are never voided: the approval of the teacher is revoked separately.
 */
export const voidCodes = operation({
  name: 'voidCodes',
  method: 'POST',
  path: '/api/admin/code/void',
  summary: '作废激活码',
  permission: 'manageCodes',
  scope: { batchId: 'codeBatch' },
  input: z
    .object({
      batchId: z.string().max(64),
      from: z.coerce.number().int().min(1).optional(),
      to: z.coerce.number().int().min(1).optional(),
      bound: z.boolean().default(false),
      reason: z.string().trim().min(1, '请写明作废的原因').max(200),
    })
    .refine(({ from, to }) => (from === undefined) === (to === undefined), '请写明起止序号')
    .refine(({ from = 1, to = 1 }) => from <= to, '起始序号不能大于结束序号'),
  output: z.object({ batch: codeBatch, voided: z.number().int() }),
  errors: ['activationCode.batchNotFound', 'activationCode.batchState'],
});
