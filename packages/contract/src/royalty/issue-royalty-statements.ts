import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { royaltyStatementIds } from './royalty.ts';

/**
 * Issues drafts: all statements of the books and months of the named ones, because they share one account. From then on their lines never
 * change, and the payees are notified. Throws `royalty.notFound`, `royalty.stateChanged`, and `royalty.changed` if sales or rates have
 * changed since a draft was made.
 */
export const issueRoyaltyStatements = operation({
  name: 'issueRoyaltyStatements',
  method: 'POST',
  path: '/api/admin/royalty/issue',
  summary: '版税：出具结算单',
  permission: 'manageRoyalties',
  scope: 'filtered',
  input: z.object({ ids: royaltyStatementIds }),
  output: z.object({ changed: z.number().int() }),
  errors: ['royalty.notFound', 'royalty.stateChanged', 'royalty.changed'],
});
