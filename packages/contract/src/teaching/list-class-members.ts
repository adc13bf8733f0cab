import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { classMember, memberStatus } from './class-group.ts';

/** Lists the members of a class in the order in which they joined, for its teacher, and active ones for its members. */
export const listClassMembers = operation({
  name: 'listClassMembers',
  method: 'GET',
  path: '/api/class/members',
  summary: '班级成员',
  permission: 'ownAccount',
  input: z.object({
    classId: entityId,
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
    /** States other than `active` are for the teacher only. */
    status: memberStatus.default('active'),
  }),
  output: z.object({ items: z.array(classMember), nextCursor: z.string().optional() }),
  errors: ['class.notFound'],
});
