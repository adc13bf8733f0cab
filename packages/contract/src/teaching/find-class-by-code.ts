import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { classCode, classInvitation } from './class-group.ts';

/** Returns the class to which a join code belongs. Unknown codes are limited per user and client IP. */
export const findClassByCode = operation({
  name: 'findClassByCode',
  method: 'GET',
  path: '/api/class/find',
  summary: '按加课码查班级',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ code: classCode }),
  output: classInvitation,
  errors: ['class.codeUnknown', 'class.codeTries'],
});
