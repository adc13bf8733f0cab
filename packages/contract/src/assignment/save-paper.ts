import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignment } from './assignment.ts';
import { paperDraft } from './paper.ts';

/**
 * Stores the paper of a draft. Banks that were not part of it before must be ones that the caller may use. Returns the assignment. Throws
 * `assignment.notFound`, `assignment.changed` if `rev` is not the number of the last change, `assignment.published`,
 * `assignment.noPaper` for a kind without questions, `assignment.tooManyQuestions`, `assignment.uploadQuestion` for a question that is
 * answered with a file, `question.bankNotFound`, `question.notFound`.
 */
export const savePaper = operation({
  name: 'savePaper',
  method: 'POST',
  path: '/api/assignment/paper/save',
  summary: '保存试卷',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId, rev: z.number().int(), ...paperDraft.shape }),
  output: assignment,
  errors: [
    'assignment.notFound',
    'assignment.changed',
    'assignment.published',
    'assignment.noPaper',
    'assignment.tooManyQuestions',
    'assignment.uploadQuestion',
    'question.bankNotFound',
    'question.notFound',
  ],
});
