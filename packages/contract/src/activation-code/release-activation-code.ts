import { z } from 'zod';
import { accessRight, bookCard } from '../catalog/book-card.ts';
import { operation } from '../wire/operation.ts';

/**
 * Releases a bound code, so that the next owner of the paper book can bind it. The entitlement ends immediately; annotations and progress
 * stay. Allowed one day after binding, as often as the batch allows.
 */
export const releaseActivationCode = operation({
  name: 'releaseActivationCode',
  method: 'POST',
  path: '/api/code/release',
  summary: '转让激活码',
  permission: 'buy',
  input: z.object({ codeId: z.string().max(64) }),
  output: z.object({ book: bookCard, right: accessRight }),
  errors: ['activationCode.codeNotYours', 'activationCode.releaseTooSoon', 'activationCode.releaseLimit', 'catalog.bookNotFound'],
});
