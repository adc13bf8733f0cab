import { z } from 'zod';
import { policyOverride } from '../assessment/policy.ts';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/**
 * Sets or removes what applies to one student instead of the policy. It applies to a running attempt at once. Throws
 * `assignment.notFound`, `class.memberNotFound`.
 */
export const setAssignmentOverride = operation({
  name: 'setAssignmentOverride',
  method: 'POST',
  path: '/api/assignment/override',
  summary: '为一名学生另定时间或次数',
  permission: 'runClass',
  input: z.object({
    assignmentId: entityId,
    userId: z.string().min(1).max(64),
    /** Null removes it. */
    override: policyOverride.nullable(),
    reason: z.string().trim().max(LIMITS.overrideReasonChars, `原因最多 ${LIMITS.overrideReasonChars} 个字`).default(''),
  }),
  output: z.object({}),
  errors: ['assignment.notFound', 'class.memberNotFound'],
});
