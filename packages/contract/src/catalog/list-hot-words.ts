import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/** Lists recent search terms that many users searched with results, the most frequent first. Terms of too few users are not listed. */
export const listHotWords = operation({
  name: 'listHotWords',
  method: 'GET',
  path: '/api/search/hot',
  summary: '热搜词',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({ queries: z.array(z.string()) }),
});
