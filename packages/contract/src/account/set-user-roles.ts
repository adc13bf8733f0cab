import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { role } from './session.ts';
import { operatorReason, userRecord } from './user-record.ts';

const roleChange = z.object({ role, scope: z.string().trim().max(100).default('') });

/** Grants and revokes roles. Administrators cannot revoke their own administrator role, because they may be the last one. */
export const setUserRoles = operation({
  name: 'setUserRoles',
  method: 'POST',
  path: '/api/admin/user/roles',
  summary: '增减角色',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({
    userId: z.string().max(64),
    add: z.array(roleChange).max(20).default([]),
    remove: z.array(roleChange).max(20).default([]),
    reason: operatorReason,
  }),
  output: userRecord,
  errors: ['account.personNotFound', 'account.notYourself'],
});
