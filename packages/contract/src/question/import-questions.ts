import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { questionContent, questionLabels, questionOrigin } from './question.ts';

/**
 * Stores new questions that a user has chosen from the preview of an import, all or none. Throws `question.incomplete` if the parts of one
 * do not fit together. Returns their ids in the same order.
 */
export const importQuestions = operation({
  name: 'importQuestions',
  method: 'POST',
  path: '/api/question/import',
  summary: '把选好的题目导入题库',
  permission: 'manageQuestions',
  input: z.object({
    bankId: entityId,
    folderId: entityId.optional(),
    items: z
      .array(z.object({ ...questionContent.shape, ...questionLabels.omit({ folderId: true }).shape, origin: questionOrigin }))
      .min(1, '请选择题目')
      .max(LIMITS.questionsPerCall, `一次最多 ${LIMITS.questionsPerCall} 道题`),
  }),
  output: z.object({ ids: z.array(entityId) }),
  errors: [
    'question.bankNotFound',
    'question.readOnly',
    'question.folderNotFound',
    'question.incomplete',
    'question.tooLarge',
    'question.tooMany',
  ],
});
