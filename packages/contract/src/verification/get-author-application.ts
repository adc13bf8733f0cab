import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { authorApplicationStatus } from './application.ts';

/** Returns the caller's author application. */
export const getAuthorApplication = operation({
  name: 'getAuthorApplication',
  method: 'GET',
  path: '/api/my/getAuthorApplication',
  summary: '作者申请状态',
  permission: 'ownAccount',
  input: z.object({}),
  output: authorApplicationStatus,
});
