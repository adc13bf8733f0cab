import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { codeClaim } from './code-claim.ts';

/** Lists the caller's claims, the newest first. */
export const listMyClaims = operation({
  name: 'listMyClaims',
  method: 'GET',
  path: '/api/code/claim/list',
  summary: '我的激活码申请',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ items: z.array(codeClaim) }),
});
