import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignmentQuestionId } from './assignment.ts';
import { anonymousResponse } from './list-responses.ts';

/**
 * Scores a response as a person, also one that was scored before. The score of the attempt follows. Returns the response. Throws
 * `assignment.attemptNotFound`, and `assignment.changed` if `rev` is not the number of the last change: another teacher has scored it.
 */
export const markResponse = operation({
  name: 'markResponse',
  method: 'POST',
  path: '/api/assignment/mark',
  summary: '给一题的作答评分',
  permission: 'runClass',
  input: z.object({
    attemptId: entityId,
    questionId: assignmentQuestionId,
    rev: z.number().int(),
    earnedMilli: z.number().int().min(0, '分数不能小于 0').max(1_000_000, '分数过大'),
    comment: z.string().trim().max(LIMITS.scoreCommentChars, `评语最多 ${LIMITS.scoreCommentChars} 个字`),
  }),
  output: anonymousResponse,
  errors: ['assignment.attemptNotFound', 'assignment.changed'],
});
