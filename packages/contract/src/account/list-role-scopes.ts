import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { role } from './session.ts';

/** Lists at most 20 scopes to which a role can be limited, by part of their name. The list is empty for a role that cannot be limited. */
export const listRoleScopes = operation({
  name: 'listRoleScopes',
  method: 'GET',
  path: '/api/admin/user/scopes',
  summary: '角色的可选范围',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({ role, q: z.string().trim().max(60).default('') }),
  output: z.object({ items: z.array(z.object({ scope: z.string(), name: z.string() })) }),
});
