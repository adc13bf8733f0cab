import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { teacherApplicationStatus } from './application.ts';

/** Returns the caller's teacher verification. */
export const getAuthentication = operation({
  name: 'getAuthentication',
  method: 'GET',
  path: '/api/my/getAuthentication',
  summary: '教师认证状态',
  permission: 'ownAccount',
  input: z.object({}),
  output: teacherApplicationStatus,
});
