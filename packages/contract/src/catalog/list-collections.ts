import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { operation } from '../wire/operation.ts';
import { pageInput } from './book-card.ts';
import { collectionCard, idList } from './collection.ts';

/**
 * Lists visible collections in the editors' order. `ids`: only these (comma-separated); hidden and unknown ones are omitted. `q`: only
 * those whose title or introduction contains all its words, or whose title matches in pinyin.
 */
export const listCollections = operation({
  name: 'listCollections',
  method: 'GET',
  path: '/api/collection/list',
  summary: '专题、丛书与书单列表',
  permission: 'browse',
  audience: 'anyone',
  input: z.object({
    ids: idList(LIMITS.pageSizeMax).optional(),
    q: z.string().trim().min(1).max(LIMITS.searchTextMax).optional(),
    limit: pageInput.limit,
  }),
  output: z.object({ items: z.array(collectionCard) }),
});
