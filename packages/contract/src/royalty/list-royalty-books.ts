import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { royaltyPeriod } from './royalty.ts';

/** Lists the books in the access scope with the sum of the rates that hold today, by title. */
export const listRoyaltyBooks = operation({
  name: 'listRoyaltyBooks',
  method: 'GET',
  path: '/api/admin/royalty/books',
  summary: '版税：图书',
  permission: 'manageRoyalties',
  scope: 'filtered',
  input: z.object({
    q: z.string().trim().max(60, '最多 60 个字').default(''),
    cursor: z.string().max(400).optional(),
    limit: pageLimit(),
  }),
  output: z.object({
    items: z.array(
      z.object({
        bookId: entityId,
        title: z.string(),
        /** Contributors with an account, and those with a rate today. */
        contributors: z.number().int(),
        payees: z.number().int(),
        rateBp: z.number().int(),
        /** The last month whose statements were issued. */
        settledPeriod: royaltyPeriod.optional(),
      }),
    ),
    nextCursor: z.string().optional(),
  }),
});
