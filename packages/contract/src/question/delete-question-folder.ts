import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Deletes a folder of a bank. Its questions stay in the bank, outside of folders. */
export const deleteQuestionFolder = operation({
  name: 'deleteQuestionFolder',
  method: 'POST',
  path: '/api/question/folder/delete',
  summary: '删除题库的分类',
  permission: 'manageQuestions',
  input: z.object({ bankId: entityId, id: entityId }),
  output: z.object({}),
  errors: ['question.bankNotFound', 'question.readOnly', 'question.folderNotFound'],
});
