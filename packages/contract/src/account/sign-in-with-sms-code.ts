import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { smsCodeText } from './fields.ts';
import { phone } from './phone.ts';
import { loginResult, SIGN_IN_ERRORS, signInFields, signInRefusals } from './session.ts';

/** Signs in with the SMS code. Creates the account when the number is new and `autoRegister` is not false. */
export const signInWithSmsCode = operation({
  name: 'signInWithSmsCode',
  method: 'POST',
  path: '/api/center-user/auth/login-by-tel',
  summary: '短信验证码登录',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, code: smsCodeText, autoRegister: z.union([z.boolean(), z.stringbool()]).default(true), ...signInFields }),
  output: loginResult,
  replay: 'never',
  errors: ['account.phoneInvalid', 'account.smsCodeWrong', 'account.notRegistered', 'account.tooManyFailures', ...SIGN_IN_ERRORS],
  refusals: signInRefusals,
});
