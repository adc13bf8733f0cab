import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { assignment, assignmentQuestionId } from '../assignment.ts';
import { rubric } from './rubric.ts';

/**
 * Sets the rubric of a question of a draft, or of the whole assignment: it then applies to every question without one of its own that a
 * person marks and that has the same points. The publication freezes it. Returns the assignment. Throws `assignment.notFound`,
 * `assignment.changed` if `rev` is not the number of the last change, `assignment.published`, `assignment.noPaper`, and `request.invalid`
 * for a question that no person marks.
 */
export const saveRubric = operation({
  name: 'saveRubric',
  method: 'POST',
  path: '/api/marking/rubric/save',
  summary: '保存评分量规',
  permission: 'runClass',
  input: z.object({
    assignmentId: entityId,
    /** Absent for the whole assignment. */
    questionId: assignmentQuestionId.optional(),
    rev: z.number().int(),
    rubric,
  }),
  output: assignment,
  errors: ['assignment.notFound', 'assignment.changed', 'assignment.published', 'assignment.noPaper'],
});
