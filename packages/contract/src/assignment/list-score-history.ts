import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignmentQuestionId } from './assignment.ts';

/**
 * Returns every change of the score of one response, the newest first, for the teachers of the class: who, when, before and after. Throws
 * `assignment.attemptNotFound`.
 */
export const listScoreHistory = operation({
  name: 'listScoreHistory',
  method: 'GET',
  path: '/api/assignment/score/history',
  summary: '评分更改记录',
  permission: 'runClass',
  input: z.object({ attemptId: entityId, questionId: assignmentQuestionId }),
  output: z.object({
    items: z.array(
      z.object({
        /** Absent while nobody had scored it. */
        beforeMilli: z.number().int().optional(),
        afterMilli: z.number().int().optional(),
        comment: z.string(),
        /**
         * `regrade`, `undo`: the key of the question was corrected, or the correction taken back. `mark`: one of two teachers marked it; the
         * mark of the other is hidden until both have.
         */
        source: z.enum(['teacher', 'regrade', 'undo', 'mark']),
        byName: z.string(),
        at: z.number().int(),
      }),
    ),
  }),
  errors: ['assignment.attemptNotFound'],
});
