import { z } from 'zod';
import { pageInput } from '../catalog/book-card.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { adminErratum, erratumCounts, erratumState } from './erratum.ts';

/** Lists errata: open ones (`submitted`, `accepted`) the oldest first, others by decision, the newest first. */
export const listAdminErrata = operation({
  name: 'listAdminErrata',
  method: 'GET',
  path: '/api/admin/errata/list',
  summary: '勘误列表（工作台）',
  permission: 'publishBook',
  scope: 'filtered',
  input: z.object({
    state: erratumState.default('submitted'),
    bookId: entityId.optional(),
    cursor: z.string().max(128).optional(),
    limit: pageInput.limit,
  }),
  output: z.object({ items: z.array(adminErratum), counts: erratumCounts, nextCursor: z.string().optional() }),
});
