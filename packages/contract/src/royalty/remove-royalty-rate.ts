import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Removes a rate that no settled sale used. Throws `royalty.rateNotFound`, `royalty.settled`. */
export const removeRoyaltyRate = operation({
  name: 'removeRoyaltyRate',
  method: 'POST',
  path: '/api/admin/royalty/rate/remove',
  summary: '版税：删除费率',
  permission: 'manageRoyalties',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId, id: entityId }),
  output: z.object({ id: entityId }),
  errors: ['catalog.bookNotFound', 'royalty.rateNotFound', 'royalty.settled'],
});
