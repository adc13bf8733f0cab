import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bankQuestion, questionContent, questionLabels } from './question.ts';

/**
 * Stores a question: a new one, or the next version of the question `id`. Only a change of its content creates a version. Throws
 * `question.changed` with the stored question if `revision` is not its present one, `question.incomplete` if its parts do not fit
 * together. Returns the question.
 */
export const saveQuestion = operation({
  name: 'saveQuestion',
  method: 'POST',
  path: '/api/question/save',
  summary: '保存题目',
  permission: 'manageQuestions',
  input: z.object({
    bankId: entityId,
    /** Absent for a new question. */
    id: entityId.optional(),
    /** The revision that the caller has changed; 0 for a new question. */
    revision: z.number().int().min(0),
    ...questionContent.shape,
    ...questionLabels.shape,
  }),
  output: bankQuestion,
  errors: [
    'question.bankNotFound',
    'question.notFound',
    'question.readOnly',
    'question.folderNotFound',
    'question.changed',
    'question.incomplete',
    'question.tooLarge',
    'question.tooMany',
  ],
  refusals: { 'question.changed': bankQuestion },
});
