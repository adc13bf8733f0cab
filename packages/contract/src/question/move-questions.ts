import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { questionIds } from './question.ts';

/** Moves questions of a bank to a folder, or to another bank that the caller may change. All or none. */
export const moveQuestions = operation({
  name: 'moveQuestions',
  method: 'POST',
  path: '/api/question/move',
  summary: '移动题目',
  permission: 'manageQuestions',
  input: z.object({
    bankId: entityId,
    ids: questionIds,
    toBankId: entityId,
    /** A folder of that bank; absent: outside of folders. */
    toFolderId: entityId.optional(),
  }),
  output: z.object({}),
  errors: ['question.bankNotFound', 'question.notFound', 'question.readOnly', 'question.folderNotFound', 'question.tooMany'],
});
