import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { questionKey, questionView } from '../question/question-model.ts';
import { operation } from '../wire/operation.ts';
import { assignment, assignmentForm } from './assignment.ts';

/**
 * Changes an assignment. Its questions can be replaced only while it is a draft; a change of the policy applies to running attempts at once.
 * Returns the assignment. Throws `assignment.notFound`, `assignment.changed` if `rev` is not the number of the last change,
 * `assignment.published` for new questions of a published one, `assignment.questionBroken`.
 */
export const updateAssignment = operation({
  name: 'updateAssignment',
  method: 'POST',
  path: '/api/assignment/update',
  summary: '修改作业或测验',
  permission: 'runClass',
  input: assignmentForm.extend({
    id: entityId,
    rev: z.number().int(),
    /** All questions, in order; absent: they stay. */
    questions: z
      .array(z.object({ view: questionView, key: questionKey }))
      .max(LIMITS.assignmentQuestionsMax, `最多 ${LIMITS.assignmentQuestionsMax} 题`)
      .optional(),
  }),
  output: assignment,
  errors: ['assignment.notFound', 'assignment.changed', 'assignment.published', 'assignment.questionBroken'],
});
