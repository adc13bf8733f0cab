import { z } from 'zod';
import { entityId } from '../../publication/id.ts';
import { operation } from '../../wire/operation.ts';
import { markingPlan } from './double-marking.ts';

/**
 * Returns how an assignment is marked, for the teachers of its class: which questions twice, by whom, and how far it is. It says how many
 * marks there are, and nothing about what they are. Throws `assignment.notFound`.
 */
export const getMarkingPlan = operation({
  name: 'getMarkingPlan',
  method: 'GET',
  path: '/api/marking/plan',
  summary: '一份作业怎么批改',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId }),
  output: markingPlan,
  errors: ['assignment.notFound'],
});
