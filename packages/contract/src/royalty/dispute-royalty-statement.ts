import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { royaltyMessage, royaltyMessageBody } from './royalty.ts';

/**
 * Objects to an own statement, or to one line of it, or goes on with the objection. Finance is notified. Throws `royalty.notFound`, also
 * for an unknown line, `royalty.stateChanged`, `royalty.threadFull`.
 */
export const disputeRoyaltyStatement = operation({
  name: 'disputeRoyaltyStatement',
  method: 'POST',
  path: '/api/author/royalty/dispute',
  summary: '对结算单提出异议',
  permission: 'ownAccount',
  input: z.object({ id: entityId, body: royaltyMessageBody, lineNo: z.coerce.number().int().min(1).optional() }),
  output: royaltyMessage,
  errors: ['royalty.notFound', 'royalty.stateChanged', 'royalty.threadFull'],
});
