import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { smsCodeText } from './fields.ts';

/**
 * Requests deletion of the account after `LIMITS.closingMs`; requires an SMS code of type `binding` sent to the caller's number. All
 * sessions end.
 */
export const closeAccount = operation({
  name: 'closeAccount',
  method: 'POST',
  path: '/api/user/cancel',
  summary: '注销账号',
  permission: 'ownAccount',
  input: z.object({ code: smsCodeText }),
  output: z.object({ closesAt: z.number().int() }),
  errors: ['account.smsCodeWrong', 'account.tooManyFailures', 'account.phoneMissing'],
});
