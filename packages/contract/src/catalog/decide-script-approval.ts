import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookScripts } from './script-approval.ts';

/**
 * Approves or rejects the scripts of the current version of a book. The person who requested it cannot decide it. Throws
 * `catalog.bookNotFound`, `catalog.scriptApprovalState`, `catalog.scriptSamePerson`.
 */
export const decideScriptApproval = operation({
  name: 'decideScriptApproval',
  method: 'POST',
  path: '/api/admin/book/scripts/decide',
  summary: '审核互动内容',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z
    .object({ bookId: entityId, approve: z.boolean(), reply: z.string().trim().max(LIMITS.operatorReasonChars).default('') })
    .refine(({ approve, reply }) => approve || reply !== '', '请写明不通过的原因'),
  output: bookScripts,
  errors: ['catalog.bookNotFound', 'catalog.scriptApprovalState', 'catalog.scriptSamePerson'],
});
