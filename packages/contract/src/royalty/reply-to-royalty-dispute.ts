import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { royaltyMessage, royaltyMessageBody, signedFen } from './royalty.ts';

/**
 * Replies to a disputed statement, and with `adjustFen` corrects it by a line in the payee's next statement of the book. The payee is
 * notified. Throws `royalty.notFound`, `royalty.stateChanged` if it is not disputed, `royalty.threadFull`.
 */
export const replyToRoyaltyDispute = operation({
  name: 'replyToRoyaltyDispute',
  method: 'POST',
  path: '/api/admin/royalty/reply',
  summary: '版税：答复异议',
  permission: 'manageRoyalties',
  scope: 'filtered',
  input: z.object({ id: entityId, body: royaltyMessageBody, adjustFen: signedFen.optional() }),
  output: royaltyMessage,
  errors: ['royalty.notFound', 'royalty.stateChanged', 'royalty.threadFull'],
});
