import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { manualName } from './ticket.ts';

const articleId = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);

/** Votes whether an article of a manual helped. Only the number of votes is stored, not the voter. */
export const voteArticle = operation({
  name: 'voteArticle',
  method: 'POST',
  path: '/api/help/vote',
  summary: '手册是否有用',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({ manual: manualName, article: articleId, useful: z.boolean() }),
  output: z.object({}),
});
