import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { questionKey, questionResponse, questionView } from '../question/question-model.ts';
import { operation } from '../wire/operation.ts';
import { assignmentQuestionId } from './assignment.ts';

/** The response of one attempt to a question, without the name of the student. */
export const anonymousResponse = z.object({
  attemptId: entityId,
  response: questionResponse,
  /** Absent while nobody has scored it. */
  earnedMilli: z.number().int().optional(),
  comment: z.string(),
  /** Number of the last change of the score. */
  rev: z.number().int(),
});

export type AnonymousResponse = z.output<typeof anonymousResponse>;

/**
 * Lists the responses of all attempts that were handed in to one question, without names and in an order that says nothing about the
 * students. Throws `assignment.notFound`.
 */
export const listResponses = operation({
  name: 'listResponses',
  method: 'GET',
  path: '/api/assignment/responses',
  summary: '一道题的全部作答',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId, questionId: assignmentQuestionId }),
  output: z.object({
    view: questionView,
    key: questionKey,
    possibleMilli: z.number().int(),
    items: z.array(anonymousResponse),
  }),
  errors: ['assignment.notFound'],
});
