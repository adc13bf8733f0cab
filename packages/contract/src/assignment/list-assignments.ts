import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { assignment } from './assignment.ts';

/** Lists the assignments of a class, the newest first, for its teacher, and those that are published for its students. */
export const listAssignments = operation({
  name: 'listAssignments',
  method: 'GET',
  path: '/api/assignment/list',
  summary: '班级的作业与测验',
  permission: 'ownAccount',
  input: z.object({ classId: entityId }),
  output: z.object({ items: z.array(assignment) }),
  errors: ['class.notFound'],
});
