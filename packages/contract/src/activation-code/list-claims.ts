import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { codePage, operatorClaim } from './code-batch.ts';
import { claimStatus } from './code-claim.ts';

/** Lists claims: open ones the oldest first, others the newest first. */
export const listClaims = operation({
  name: 'listClaims',
  method: 'GET',
  path: '/api/admin/code/claim/list',
  summary: '激活码申请',
  permission: 'approveApplication',
  scope: 'filtered',
  input: z.object({ status: claimStatus.default('open'), ...codePage }),
  output: z.object({ items: z.array(operatorClaim), next: z.string().optional() }),
});
