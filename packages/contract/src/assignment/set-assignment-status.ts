import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignment } from './assignment.ts';

/**
 * Publishes a draft, which freezes its questions, or closes a published assignment, which hands in every running attempt. Returns it.
 * Throws `assignment.notFound`, `assignment.changed` if `rev` is not the number of the last change, `assignment.notReady` without questions
 * or in a class that is not active.
 */
export const setAssignmentStatus = operation({
  name: 'setAssignmentStatus',
  method: 'POST',
  path: '/api/assignment/status',
  summary: '发布或关闭作业',
  permission: 'runClass',
  input: z.object({ id: entityId, rev: z.number().int(), status: z.enum(['published', 'closed']) }),
  output: assignment,
  errors: ['assignment.notFound', 'assignment.changed', 'assignment.notReady'],
});
