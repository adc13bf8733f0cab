import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { operatorReason, userRecord } from './user-record.ts';

export const unfreezeUser = operation({
  name: 'unfreezeUser',
  method: 'POST',
  path: '/api/admin/user/unfreeze',
  summary: '解冻账号',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({ userId: z.string().max(64), reason: operatorReason }),
  output: userRecord,
  errors: ['account.personNotFound'],
});
