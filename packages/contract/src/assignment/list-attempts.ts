import { z } from 'zod';
import { policyOverride } from '../assessment/policy.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { attemptSummary } from './assignment.ts';
import { discussionProgress } from './handed-work.ts';

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
        /** For a reading assignment: chapters done and seconds read; absent if the student's reading time is not recorded. */
        reading: z.object({ done: z.number().int(), readSeconds: z.number().int() }).optional(),
        /** For an annotation assignment: annotations in the last attempt; absent before the first. */
        annotations: z.number().int().optional(),
        /** For a discussion assignment; absent before the first post. */
        discussion: discussionProgress.optional(),
        /** The points that count; absent without a finished attempt. */
        countedMilli: z.number().int().optional(),
        override: policyOverride.optional(),
        reason: z.string().optional(),
      }),
    ),
  }),
  errors: ['assignment.notFound'],
});
