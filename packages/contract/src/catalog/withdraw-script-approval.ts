import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookScripts } from './script-approval.ts';

/**
 * Withdraws the approval of the scripts of a book, or the request for it, at once: the next file of a script is not served. One person is
 * enough. Throws `catalog.bookNotFound`, `catalog.scriptApprovalState`.
 */
export const withdrawScriptApproval = operation({
  name: 'withdrawScriptApproval',
  method: 'POST',
  path: '/api/admin/book/scripts/withdraw',
  summary: '撤回互动内容的许可',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId, reason: z.string().trim().min(1, '请写明撤回的原因').max(LIMITS.operatorReasonChars) }),
  output: bookScripts,
  errors: ['catalog.bookNotFound', 'catalog.scriptApprovalState'],
});
