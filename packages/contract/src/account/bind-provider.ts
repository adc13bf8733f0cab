import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { smsCodeText } from './fields.ts';
import { phone } from './phone.ts';
import { loginResult, SIGN_IN_ERRORS, signInFields, signInRefusals } from './session.ts';
import { signInProvider } from './sign-in-provider.ts';

/**
 * Links the provider's user of a sign-in ticket (`ticket`, from `finishProviderSignIn`) to the account of a phone number (SMS type
 * `binding`), and signs in. Creates the account if there is none.
 */
export const bindProvider = operation({
  name: 'bindProvider',
  method: 'POST',
  path: '/api/center-user/auth/:provider/bind',
  summary: '第三方账号绑定手机号',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ provider: signInProvider, ticket: z.string().min(1).max(64), tel: phone, code: smsCodeText, ...signInFields }),
  output: loginResult,
  replay: 'never',
  errors: [
    'account.phoneInvalid',
    'account.smsCodeWrong',
    'account.providerFailed',
    'account.providerTaken',
    'account.tooManyFailures',
    ...SIGN_IN_ERRORS,
  ],
  refusals: signInRefusals,
});
