import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { questionKey, questionResponse, questionView } from '../question/question-model.ts';
import { operation } from '../wire/operation.ts';
import { assignmentQuestionId } from './assignment.ts';
import { handedFile } from './handed-file.ts';
import { handedWork } from './handed-work.ts';
import { doubleScores } from './marking/double-marking.ts';
import { rubric, rubricLevels } from './marking/rubric.ts';

/** The response of one attempt to a question, by default without the name of the student. */
export const anonymousResponse = z.object({
  attemptId: entityId,
  /** Name and student number; only if they were requested. */
  name: z.string().optional(),
  response: questionResponse,
  /** The files that the response names, in their order; absent without any. */
  files: z.array(handedFile).optional(),
  /** What was handed in from elsewhere; the response is its hash then. */
  work: handedWork.optional(),
  /** Absent while nobody has scored it. */
  earnedMilli: z.number().int().optional(),
  comment: z.string(),
  /** The chosen levels of the rubric; absent without one, and while nobody has scored the response. */
  levels: rubricLevels.optional(),
  /** Number of the last change of the score. */
  rev: z.number().int(),
  /** For a question that two teachers mark: points, comment, levels and `rev` are those of the caller's own mark then. */
  double: doubleScores.optional(),
});

export type AnonymousResponse = z.output<typeof anonymousResponse>;

/**
 * Lists the responses of all attempts that were handed in to one question, in an order that says nothing about the students; without names
 * unless the teacher asks for them. `share`: only those that the caller shall mark. Of a question that two teachers mark the caller always
 * gets these only, and the teacher of the class also what both have marked. Throws `assignment.notFound`.
 */
export const listResponses = operation({
  name: 'listResponses',
  method: 'GET',
  path: '/api/assignment/responses',
  summary: '一道题的全部作答',
  permission: 'runClass',
  input: z.object({
    assignmentId: entityId,
    questionId: assignmentQuestionId,
    /** Whether the names of the students are returned. */
    withNames: z.enum(['true', 'false']).default('false'),
    share: z.enum(['own', 'all']).default('own'),
  }),
  output: z.object({
    view: questionView,
    key: questionKey,
    possibleMilli: z.number().int(),
    /** By which the responses are marked; absent without one. */
    rubric: rubric.optional(),
    items: z.array(anonymousResponse),
  }),
  errors: ['assignment.notFound'],
});
