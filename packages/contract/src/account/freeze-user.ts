import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { operatorReason, userRecord } from './user-record.ts';

/** Freezes an account: all its sessions end and sign-in is rejected. */
export const freezeUser = operation({
  name: 'freezeUser',
  method: 'POST',
  path: '/api/admin/user/freeze',
  summary: '冻结账号',
  permission: 'runPlatform',
  scope: 'platform',
  input: z.object({ userId: z.string().max(64), reason: operatorReason }),
  output: userRecord,
  errors: ['account.personNotFound', 'account.notYourself'],
});
