import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bankQuestion, questionIds } from './question.ts';

/** Lists questions of a bank with their contents and keys, for the export and for previews: all in use, or those named. */
export const listQuestionContents = operation({
  name: 'listQuestionContents',
  method: 'POST',
  path: '/api/question/contents',
  summary: '题目的内容和答案，供导出和预览',
  permission: 'manageQuestions',
  isIdempotent: true,
  input: z.object({
    bankId: entityId,
    ids: questionIds.optional(),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(LIMITS.pageSizeDefault),
  }),
  output: z.object({ items: z.array(bankQuestion), nextCursor: z.string().optional() }),
  errors: ['question.bankNotFound'],
});
