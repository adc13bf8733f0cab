import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Changes the group of a member, and whether the member is a class representative. */
export const updateClassMember = operation({
  name: 'updateClassMember',
  method: 'POST',
  path: '/api/class/member/update',
  summary: '修改成员的分组与职务',
  permission: 'runClass',
  input: z.object({
    classId: entityId,
    userId: z.string().min(1).max(64),
    /** Empty: no group. */
    group: z.string().trim().max(LIMITS.memberGroupChars, `分组最多 ${LIMITS.memberGroupChars} 个字`),
    isRepresentative: z.boolean(),
  }),
  output: z.object({}),
  errors: ['class.notFound', 'class.memberNotFound'],
});
