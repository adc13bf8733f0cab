import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';
import { role } from './session.ts';
import { accountStatus, userRecord } from './user-record.ts';

/**
 * Lists users, the newest first. `q`: part of the nickname, a phone number, its last four digits, a masked number (`138****0001`), or an
 * account id; empty: all users.
 */
export const listUsers = operation({
  name: 'listUsers',
  method: 'GET',
  path: '/api/admin/user/list',
  summary: '用户列表',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({
    q: z.string().trim().max(40).default(''),
    role: role.optional(),
    status: accountStatus.optional(),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
  }),
  output: z.object({ items: z.array(userRecord), nextCursor: z.string().optional() }),
});
