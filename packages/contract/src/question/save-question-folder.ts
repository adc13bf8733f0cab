import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { questionFolder, questionFolderName } from './question-bank.ts';

/** Creates a folder of a bank, or renames the folder `id`. Returns the folder. */
export const saveQuestionFolder = operation({
  name: 'saveQuestionFolder',
  method: 'POST',
  path: '/api/question/folder/save',
  summary: '新建或重命名题库的分类',
  permission: 'manageQuestions',
  input: z.object({ bankId: entityId, id: entityId.optional(), name: questionFolderName }),
  output: questionFolder,
  errors: ['question.bankNotFound', 'question.readOnly', 'question.folderNotFound', 'question.folderNameTaken', 'question.tooManyFolders'],
});
