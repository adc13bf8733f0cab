import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { regrade } from './regrade.ts';

/** Lists the corrected keys of an assignment, the newest first, for the teachers of its class. Throws `assignment.notFound`. */
export const listRegrades = operation({
  name: 'listRegrades',
  method: 'GET',
  path: '/api/assignment/regrades',
  summary: '答案更正记录',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId }),
  output: z.object({ items: z.array(regrade) }),
  errors: ['assignment.notFound'],
});
