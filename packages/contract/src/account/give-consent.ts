import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { userInfo } from './user-info.ts';

/** Records the caller's consent to a version of the terms. */
export const giveConsent = operation({
  name: 'giveConsent',
  method: 'POST',
  path: '/api/user/consent',
  summary: '同意用户协议',
  permission: 'ownAccount',
  input: z.object({ version: z.coerce.number().int().min(1) }),
  output: userInfo,
  errors: ['account.consentOutdated'],
});
