import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { classCode } from './class-group.ts';

/**
 * Joins the class of a join code, and starts the probation right to its book; if the teacher admits members, the caller waits. Returns the
 * state, also to a caller who is a member already.
 */
export const joinClass = operation({
  name: 'joinClass',
  method: 'POST',
  path: '/api/class/join',
  summary: '加入班级',
  permission: 'joinClass',
  input: z.object({
    code: classCode,
    name: z.string().trim().min(1, '请填写姓名').max(LIMITS.memberNameChars, `姓名最多 ${LIMITS.memberNameChars} 个字`),
    studentNo: z.string().trim().max(LIMITS.memberStudentNoChars, `学号最多 ${LIMITS.memberStudentNoChars} 个字`).default(''),
  }),
  output: z.object({ status: z.enum(['pending', 'active']), classId: entityId }),
  errors: ['class.codeUnknown', 'class.codeTries', 'class.ownClass', 'class.full', 'class.removed'],
});
