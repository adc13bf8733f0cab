import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { royaltyPage, royaltyStatementView } from './royalty.ts';

/** Returns an own statement with a page of its lines. Throws `royalty.notFound` for a draft and for a statement of another user. */
export const getMyRoyaltyStatement = operation({
  name: 'getMyRoyaltyStatement',
  method: 'GET',
  path: '/api/author/royalty/get',
  summary: '我的结算单',
  permission: 'ownAccount',
  input: z.object(royaltyPage),
  output: royaltyStatementView,
  errors: ['royalty.notFound'],
});
