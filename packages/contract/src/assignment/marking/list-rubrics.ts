import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { assignmentRubric } from './rubric.ts';

/**
 * Lists the rubrics of an assignment, in the order of its questions, that of the whole assignment first. Students of the class get those of
 * a published one that the teacher shows, without those of questions that are drawn. Throws `assignment.notFound`.
 */
export const listRubrics = operation({
  name: 'listRubrics',
  method: 'GET',
  path: '/api/marking/rubrics',
  summary: '一份作业的评分量规',
  permission: 'ownAccount',
  input: z.object({ assignmentId: entityId }),
  output: z.object({ items: z.array(assignmentRubric) }),
  errors: ['assignment.notFound'],
});
