import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { regrade } from './regrade.ts';

/**
 * Takes a corrected key back: the key before it applies again, and every score is as it was, unless a person has scored the response since.
 * Throws `assignment.regradeNotFound` for an unknown or undone one, and for one after which the key was corrected again.
 */
export const undoRegrade = operation({
  name: 'undoRegrade',
  method: 'POST',
  path: '/api/assignment/regrade/undo',
  summary: '撤销更正',
  permission: 'runClass',
  input: z.object({ assignmentId: entityId, regradeId: entityId }),
  output: regrade,
  errors: ['assignment.notFound', 'assignment.regradeNotFound'],
});
