import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Lists the roster of a class by student number, for its teacher: who has joined, and who is missing. */
export const listClassRoster = operation({
  name: 'listClassRoster',
  method: 'GET',
  path: '/api/class/roster',
  summary: '班级名单',
  permission: 'runClass',
  input: z.object({ classId: entityId }),
  output: z.object({ items: z.array(z.object({ studentNo: z.string(), name: z.string(), hasJoined: z.boolean() })) }),
  errors: ['class.notFound'],
});
