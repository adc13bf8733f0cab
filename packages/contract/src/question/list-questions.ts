import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { questionStatus, questionSummary, questionTypeName } from './question.ts';

/** Lists the questions of a bank, the newest first; imported ones in the order of their file. */
export const listQuestions = operation({
  name: 'listQuestions',
  method: 'GET',
  path: '/api/question/list',
  summary: '题库的题目',
  permission: 'manageQuestions',
  input: z.object({
    bankId: entityId,
    /** `none`: outside of folders. */
    folderId: z.union([entityId, z.literal('none')]).optional(),
    type: questionTypeName.optional(),
    tag: z.string().max(LIMITS.questionTagChars).optional(),
    knowledgePoint: z.string().max(LIMITS.questionTagChars).optional(),
    difficulty: z.coerce.number().int().min(1).max(5).optional(),
    /** Words that the title, the text or a label contains. */
    text: z.string().max(LIMITS.questionSearchChars, `最多搜索 ${LIMITS.questionSearchChars} 个字`).optional(),
    status: questionStatus.default('active'),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
  }),
  output: z.object({ items: z.array(questionSummary), nextCursor: z.string().optional() }),
  errors: ['question.bankNotFound'],
});
