import { z } from 'zod';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';
import { shortLink } from './short-link.ts';

/** Lists short codes, the newest first. `q`: prefix of the code, or part of the label. */
export const listShortLinks = operation({
  name: 'listShortLinks',
  method: 'GET',
  path: '/api/admin/q/list',
  summary: '短码',
  permission: 'curate',
  scope: 'filtered',
  input: z.object({
    q: z.string().trim().max(60).default(''),
    cursor: z.string().max(128).optional(),
    limit: pageLimit(),
  }),
  output: z.object({ items: z.array(shortLink), next: z.string().optional() }),
});
