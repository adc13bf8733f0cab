import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookScripts } from './script-approval.ts';

/**
 * Requests that the scripts of the current version of a book may run; another person must approve it. Throws `catalog.bookNotFound`,
 * `catalog.noScripts`, and `catalog.scriptApprovalState` if it waits or is approved already.
 */
export const requestScriptApproval = operation({
  name: 'requestScriptApproval',
  method: 'POST',
  path: '/api/admin/book/scripts/request',
  summary: '申请开放互动内容',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({ bookId: entityId, reason: z.string().trim().min(1, '请写明为什么开放').max(LIMITS.operatorReasonChars) }),
  output: bookScripts,
  errors: ['catalog.bookNotFound', 'catalog.noScripts', 'catalog.scriptApprovalState'],
});
