import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { royaltyPage, royaltyStatementView } from './royalty.ts';

/** Returns a statement in the access scope with a page of its lines. Throws `royalty.notFound`. */
export const getRoyaltyStatement = operation({
  name: 'getRoyaltyStatement',
  method: 'GET',
  path: '/api/admin/royalty/get',
  summary: '版税：结算单详情',
  permission: 'manageRoyalties',
  scope: 'filtered',
  input: z.object(royaltyPage),
  output: royaltyStatementView,
  errors: ['royalty.notFound'],
});
