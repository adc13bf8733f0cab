import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';
import { royaltyFilter, royaltyStatement } from './royalty.ts';

/** Lists statements of one state in the access scope, the newest month first, with the number in each state and the sum of the state. */
export const listRoyaltyStatements = operation({
  name: 'listRoyaltyStatements',
  method: 'GET',
  path: '/api/admin/royalty/list',
  summary: '版税：结算单',
  permission: 'manageRoyalties',
  scope: 'filtered',
  input: z.object({ ...royaltyFilter, cursor: z.string().max(128).optional(), limit: pageLimit() }),
  output: z.object({
    items: z.array(royaltyStatement),
    counts: z.object({
      draft: z.number().int(),
      issued: z.number().int(),
      disputed: z.number().int(),
      confirmed: z.number().int(),
      paid: z.number().int(),
    }),
    /** Sum of all statements of the filter. */
    fen: z.number().int(),
    nextCursor: z.string().optional(),
  }),
});
