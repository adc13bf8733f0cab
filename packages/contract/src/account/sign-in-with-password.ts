import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { captchaFields, encryptedPassword } from './fields.ts';
import { phone } from './phone.ts';
import { loginResult, SIGN_IN_ERRORS, signInFields, signInRefusals } from './session.ts';

/** Signs in with a password and an image captcha. */
export const signInWithPassword = operation({
  name: 'signInWithPassword',
  method: 'POST',
  path: '/api/center-user/auth/loginByPasswordRequireCaptcha',
  summary: '密码登录',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, ...captchaFields, password: encryptedPassword, ...signInFields }),
  output: loginResult,
  replay: 'never',
  errors: [
    'account.phoneInvalid',
    'account.captchaWrong',
    'account.credentialsWrong',
    'account.tooManyFailures',
    'account.passwordTransport',
    ...SIGN_IN_ERRORS,
  ],
  refusals: signInRefusals,
});
