import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { royaltyStatement } from './royalty.ts';

/** Confirms an own statement that is issued or disputed. Finance is notified. Throws `royalty.notFound`, `royalty.stateChanged`. */
export const confirmRoyaltyStatement = operation({
  name: 'confirmRoyaltyStatement',
  method: 'POST',
  path: '/api/author/royalty/confirm',
  summary: '确认结算单',
  permission: 'ownAccount',
  input: z.object({ id: entityId }),
  output: royaltyStatement,
  errors: ['royalty.notFound', 'royalty.stateChanged'],
});
