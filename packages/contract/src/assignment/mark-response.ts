import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignmentQuestionId } from './assignment.ts';
import { anonymousResponse } from './list-responses.ts';
import { rubricLevels } from './marking/rubric.ts';

/**
 * Scores a response as a person, also one that was scored before. The score of the attempt follows. Returns the response. Throws
 * `assignment.attemptNotFound`, `assignment.changed` if `rev` is not the number of the last change: another teacher has scored it, and
 * `request.invalid` for points that are not the sum of the levels of the question's rubric. Where two teachers mark, it stores the mark of
 * the caller, and what counts when both agree; throws `marking.notAssigned` for a response that others shall mark, and `marking.finished`
 * after two have marked it.
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
    /** A level of each criterion, for a question with a rubric; their sum are the points. */
    levels: rubricLevels.optional(),
  }),
  output: anonymousResponse,
  errors: ['assignment.attemptNotFound', 'assignment.changed', 'marking.notAssigned', 'marking.finished'],
});
