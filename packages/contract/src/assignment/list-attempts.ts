import { z } from 'zod';
import { policyOverride } from '../assessment/policy.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { attemptSummary } from './assignment.ts';

/** Lists every active member of the class with their attempts, scores and override, for the teacher. Throws `assignment.notFound`. */
export const listAttempts = operation({
  name: 'listAttempts',
  method: 'GET',
  path: '/api/assignment/attempts',
  summary: '作业的完成情况',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId }),
  output: z.object({
    students: z.array(
      z.object({
        userId: z.string(),
        name: z.string(),
        studentNo: z.string(),
        attempts: z.array(attemptSummary),
        /** The points that count; absent without a finished attempt. */
        countedMilli: z.number().int().optional(),
        override: policyOverride.optional(),
        reason: z.string().optional(),
      }),
    ),
  }),
  errors: ['assignment.notFound'],
});
