import { z } from 'zod';
import { LIMITS } from '../../limits.ts';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { markingPlan, markingShare } from './double-marking.ts';

/**
 * Divides the work among those who may mark, for the teacher to whom the class belongs; replaces the shares of the named students. Returns
 * the plan. Throws `assignment.notFound`, and `request.invalid` for a user who is no student of the class, or may not mark.
 */
export const setMarkingShares = operation({
  name: 'setMarkingShares',
  method: 'POST',
  path: '/api/marking/shares',
  summary: '分配批改',
  permission: 'runClass',
  input: z.object({
    assignmentId: entityId,
    shares: z
      .array(markingShare)
      .min(1, '请选择学生')
      .max(LIMITS.markingSharesPerCall, `一次最多分配 ${LIMITS.markingSharesPerCall} 名学生`),
  }),
  output: markingPlan,
  errors: ['assignment.notFound'],
});
