import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { role } from './session.ts';

/**
 * Returns the caller's highest role, as `getRole` does, under the newer path; clients cache it for `LIMITS.roleCacheMs`. `consentVersion`:
 * the version of the terms the user agreed to; a client that shows a later one asks for consent again.
 */
export const getAuthRole = operation({
  name: 'getAuthRole',
  method: 'GET',
  path: '/apiv2/auth/get-role',
  summary: '读取角色（缓存五分钟）',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ role, consentVersion: z.number().int().optional() }),
});
