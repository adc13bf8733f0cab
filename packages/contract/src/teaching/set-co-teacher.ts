import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { coTeacherRight } from './class-group.ts';

/**
 * Makes an active member who is a verified teacher a co-teacher, changes the right of a co-teacher, or ends it (`none`). For the teacher to
 * whom the class belongs. A co-teacher is no longer a member.
 */
export const setCoTeacher = operation({
  name: 'setCoTeacher',
  method: 'POST',
  path: '/api/class/co-teacher/set',
  summary: '设置合作教师',
  permission: 'runClass',
  input: z.object({ classId: entityId, userId: z.string().min(1).max(64), right: z.enum([...coTeacherRight.options, 'none']) }),
  output: z.object({}),
  errors: ['class.notFound', 'class.memberNotFound', 'class.notTeacher', 'class.coTeachersFull'],
});
