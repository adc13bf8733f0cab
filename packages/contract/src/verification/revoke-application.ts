import { z } from 'zod';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { applicationRecord, operatorReasonText } from './application.ts';

/** Revokes the approval of a teacher or an author, together with the role that it granted. */
export const revokeApplication = operation({
  name: 'revokeApplication',
  method: 'POST',
  path: '/api/admin/application/revoke',
  summary: '撤销认证',
  permission: 'approveApplication',
  scope: 'platform',
  input: z.object({ id: entityId, reason: operatorReasonText.min(1, '请写明撤销的原因') }),
  output: applicationRecord,
  errors: ['application.notFound', 'application.decided'],
});
