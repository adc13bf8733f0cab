import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { role } from './session.ts';

/** Returns the caller's highest role, in the order of product.md §5. */
export const getRole = operation({
  name: 'getRole',
  method: 'GET',
  path: '/api/my/getRole',
  summary: '读取角色',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ role }),
});
