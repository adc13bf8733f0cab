import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { smsCodeText } from './fields.ts';
import { phone } from './phone.ts';
import { userInfo } from './user-info.ts';

/**
 * Changes the caller's phone number. Requires a code sent to the old number (`oldCode`) and one to the new (`code`), both of type
 * `binding`.
 */
export const changePhone = operation({
  name: 'changePhone',
  method: 'POST',
  path: '/api/user/phone/change',
  summary: '更换手机号',
  permission: 'ownAccount',
  input: z.object({ oldCode: smsCodeText.optional(), tel: phone, code: smsCodeText }),
  output: userInfo,
  errors: ['account.phoneInvalid', 'account.oldCodeWrong', 'account.smsCodeWrong', 'account.phoneTaken', 'account.tooManyFailures'],
});
