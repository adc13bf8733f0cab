import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { attemptResult } from './attempt.ts';

/**
 * Returns a finished attempt for its student, with what is released, or for the teacher of the class, with everything. Throws
 * `assignment.attemptNotFound`.
 */
export const getAttemptResult = operation({
  name: 'getAttemptResult',
  method: 'GET',
  path: '/api/assignment/result',
  summary: '一次作答的结果',
  permission: 'ownAccount',
  input: z.object({ attemptId: entityId }),
  output: attemptResult,
  errors: ['assignment.attemptNotFound'],
});
