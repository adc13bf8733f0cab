import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * Makes the drafts of the next month of each book in the access scope, up to the last complete month; drafts that exist are made again. The
 * server does the same after the end of each month. The same sales and rates give the same statements.
 */
export const makeRoyaltyStatements = operation({
  name: 'makeRoyaltyStatements',
  method: 'POST',
  path: '/api/admin/royalty/make',
  summary: '版税：生成结算单',
  permission: 'manageRoyalties',
  scope: 'filtered',
  input: z.object({}),
  output: z.object({ statements: z.number().int() }),
});
