import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { questionIds } from './question.ts';

/** Copies the newest versions of questions to a bank that the caller may change. All or none. Returns the ids of the copies. */
export const copyQuestions = operation({
  name: 'copyQuestions',
  method: 'POST',
  path: '/api/question/copy',
  summary: '复制题目',
  permission: 'manageQuestions',
  input: z.object({ bankId: entityId, ids: questionIds, toBankId: entityId, toFolderId: entityId.optional() }),
  output: z.object({ ids: z.array(entityId) }),
  errors: ['question.bankNotFound', 'question.notFound', 'question.readOnly', 'question.folderNotFound', 'question.tooMany'],
});
