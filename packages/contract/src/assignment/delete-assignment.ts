import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Deletes a draft. Throws `assignment.notFound`, `assignment.published` for one that students may have answered. */
export const deleteAssignment = operation({
  name: 'deleteAssignment',
  method: 'POST',
  path: '/api/assignment/delete',
  summary: '删除草稿',
  permission: 'runClass',
  input: z.object({ id: entityId }),
  output: z.object({}),
  errors: ['assignment.notFound', 'assignment.published'],
});
