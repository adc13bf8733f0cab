import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { runningAttempt } from './attempt.ts';

/**
 * Starts an attempt, or returns the one that is running, with its answers. Throws `assignment.notFound`, `assignment.notOpen`,
 * `assignment.closed`, `assignment.noAttemptLeft`, `assignment.noPaper` for an external one.
 */
export const startAttempt = operation({
  name: 'startAttempt',
  method: 'POST',
  path: '/api/assignment/start',
  summary: '开始或继续作答',
  permission: 'joinClass',
  isIdempotent: true,
  input: z.object({ assignmentId: entityId }),
  output: runningAttempt,
  errors: ['assignment.notFound', 'assignment.notOpen', 'assignment.closed', 'assignment.noAttemptLeft', 'assignment.noPaper'],
});
