import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignment } from './assignment.ts';

/** Returns an assignment for the teacher of its class, and a published one for a student of the class. */
export const getAssignment = operation({
  name: 'getAssignment',
  method: 'GET',
  path: '/api/assignment/get',
  summary: '一份作业或测验',
  permission: 'ownAccount',
  input: z.object({ id: entityId }),
  output: assignment,
  errors: ['assignment.notFound'],
});
