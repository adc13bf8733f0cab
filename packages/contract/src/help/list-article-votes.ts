import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { manualName } from './ticket.ts';

/** Lists how many users found each article of the manuals useful or not, the least useful articles first. */
export const listArticleVotes = operation({
  name: 'listArticleVotes',
  method: 'GET',
  path: '/api/admin/help/votes',
  summary: '手册评价',
  permission: 'curate',
  scope: 'platform',
  input: z.object({}),
  output: z.object({
    items: z.array(z.object({ manual: manualName, article: z.string(), useful: z.number().int(), useless: z.number().int() })),
  }),
});
