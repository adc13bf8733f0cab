import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { coTeacher } from './class-group.ts';

/** Lists the co-teachers of a class with their rights, for the teachers of the class. */
export const listCoTeachers = operation({
  name: 'listCoTeachers',
  method: 'GET',
  path: '/api/class/co-teachers',
  summary: '合作教师',
  permission: 'runClass',
  input: z.object({ classId: entityId }),
  output: z.object({ items: z.array(coTeacher) }),
  errors: ['class.notFound'],
});
