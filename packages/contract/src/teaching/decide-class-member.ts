import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Admits a user to a class, or refuses or removes one, and notifies the user. */
export const decideClassMember = operation({
  name: 'decideClassMember',
  method: 'POST',
  path: '/api/class/member/decide',
  summary: '接受、拒绝或移出成员',
  permission: 'runClass',
  input: z.object({
    classId: entityId,
    userId: z.string().min(1).max(64),
    /** `admit`: one who waits or was removed; `remove`: a member, or one who waits. */
    decision: z.enum(['admit', 'remove']),
  }),
  output: z.object({}),
  errors: ['class.notFound', 'class.memberNotFound', 'class.full'],
});
