import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { locator } from '../publication/locator.ts';
import { operation } from '../wire/operation.ts';
import { erratum } from './erratum.ts';

/** Reports an error in a book; the book must be visible to the caller. */
export const reportErratum = operation({
  name: 'reportErratum',
  method: 'POST',
  path: '/api/errata/report',
  summary: '报告错误',
  permission: 'ownAccount',
  input: z.object({
    bookId: entityId,
    quote: z
      .string()
      .trim()
      .min(1, '请填写有误的原文')
      .max(LIMITS.erratumTextChars, `原文最多 ${LIMITS.erratumTextChars} 个字，请只摘录有误的一句`),
    suggestion: z.string().trim().min(1, '请填写应改成什么').max(LIMITS.erratumTextChars, `修改建议最多 ${LIMITS.erratumTextChars} 个字`),
    reason: z.string().trim().max(LIMITS.erratumReasonChars, `说明最多 ${LIMITS.erratumReasonChars} 个字`).default(''),
    /** Chapter or page of the error as text, if there is no locator. */
    chapter: z.string().trim().max(100, '位置最多 100 个字').default(''),
    locator: locator.optional(),
  }),
  output: erratum,
  errors: ['catalog.bookNotFound', 'errata.sameText'],
});
