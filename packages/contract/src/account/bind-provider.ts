import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { smsCodeText } from './fields.ts';
import { phone } from './phone.ts';
import { loginResult, SIGN_IN_ERRORS, signInFields, signInRefusals } from './session.ts';

/**
 * Links the WeChat identity of a sign-in ticket (`ticket`, from `finishProviderSignIn`) to the account of a phone number (SMS type `binding`), and
 * signs in. Creates the account if there is none.
 */
export const bindProvider = operation({
  name: 'bindProvider',
  method: 'POST',
  path: '/api/center-user/auth/wechat/bind',
  summary: '微信绑定手机号',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ ticket: z.string().min(1).max(64), tel: phone, code: smsCodeText, ...signInFields }),
  output: loginResult,
  replay: 'never',
  errors: [
    'account.phoneInvalid',
    'account.smsCodeWrong',
    'account.wechatFailed',
    'account.wechatTaken',
    'account.tooManyFailures',
    ...SIGN_IN_ERRORS,
  ],
  refusals: signInRefusals,
});
