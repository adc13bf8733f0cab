import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { type BookCodePurpose, boxSize, type CodePurpose, codeBatch, codePurpose } from './code-batch.ts';

export const opensBook = (purpose: CodePurpose): purpose is BookCodePurpose => purpose !== 'authentication';

/** Requests a code batch; the codes are created when another operator approves it. */
export const requestCodeBatch = operation({
  name: 'requestCodeBatch',
  method: 'POST',
  path: '/api/admin/code/batch/request',
  summary: '申请激活码批次',
  permission: 'requestCodes',
  scope: { bookId: 'book' },
  input: z
    .object({
      bookId: entityId,
      purpose: codePurpose,
      count: z.coerce.number().int().min(1, '数量至少为 1').max(LIMITS.codesPerBatch, `一批最多 ${LIMITS.codesPerBatch} 个`),
      printing: z.string().trim().max(60).default(''),
      boxSize: boxSize.default(LIMITS.codeBoxDefault),
      termDays: z.coerce.number().int().min(1).max(LIMITS.codeTermDaysMax).optional(),
      /**
       * Start and end of the period in which the codes can be bound, UTC ms. Without a start, the period begins now; without an end, it
       * never ends.
       */
      validFrom: z.coerce.number().int().optional(),
      validUntil: z.coerce.number().int().optional(),
      rebindLimit: z.coerce.number().int().min(0).max(LIMITS.codeRebindMax).default(1),
    })
    .refine(
      ({ purpose, termDays, rebindLimit }) => opensBook(purpose) || (termDays === undefined && rebindLimit === 0),
      '教师认证码没有权限天数，也不能转让',
    ),
  output: z.object({ batch: codeBatch }),
  errors: ['catalog.bookNotFound'],
});
