import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignmentQuestion } from './assignment.ts';
import { paperLayout } from './paper.ts';

/**
 * Lists the questions of an assignment with their keys, in order, with those of the pools of its draws, for the teacher of its class.
 * Throws `assignment.notFound`.
 */
export const listAssignmentQuestions = operation({
  name: 'listAssignmentQuestions',
  method: 'GET',
  path: '/api/assignment/questions',
  summary: '作业的题目与答案',
  permission: 'runClass',
  input: z.object({ id: entityId }),
  output: z.object({ items: z.array(assignmentQuestion), layout: paperLayout }),
  errors: ['assignment.notFound'],
});
