import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { assignmentQuestionId } from '../assignment.ts';
import { markingPlan } from './double-marking.ts';

/**
 * Sets whether two teachers mark each response to a question of a published assignment, for the teacher to whom the class belongs. Returns
 * the plan. Throws `assignment.notFound`, `marking.begun` after a teacher has marked a response, and `request.invalid` for a question that no
 * person marks.
 */
export const setDoubleMarking = operation({
  name: 'setDoubleMarking',
  method: 'POST',
  path: '/api/marking/double',
  summary: '设置双评',
  permission: 'runClass',
  input: z.object({
    assignmentId: entityId,
    questionId: assignmentQuestionId,
    isDouble: z.boolean(),
    thresholdMilli: z.number().int().min(0, '差距不能小于 0').max(1_000_000, '差距过大'),
  }),
  output: markingPlan,
  errors: ['assignment.notFound', 'marking.begun'],
});
