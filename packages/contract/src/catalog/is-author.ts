import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Returns whether the caller is an author, by role or as a linked contributor. */
export const isAuthor = operation({
  name: 'isAuthor',
  method: 'GET',
  path: '/api/user/isAuthor',
  summary: '是否作者',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ isAuthor: z.boolean() }),
});
