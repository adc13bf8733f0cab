import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { encryptedPassword, smsCodeText } from './fields.ts';
import { phone } from './phone.ts';
import { loginResult, SIGN_IN_ERRORS, signInFields, signInRefusals } from './session.ts';

/** Creates an account with a password for a verified phone number (SMS type `binding`) and signs in. */
export const signUp = operation({
  name: 'signUp',
  method: 'POST',
  path: '/api/center-user/auth/registByTelEncrypt',
  summary: '注册',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, smsCode: smsCodeText, password: encryptedPassword, ...signInFields }),
  output: loginResult,
  replay: 'never',
  errors: [
    'account.phoneInvalid',
    'account.smsCodeWrong',
    'account.phoneTaken',
    'account.passwordWeak',
    'account.passwordTransport',
    'account.tooManyFailures',
    ...SIGN_IN_ERRORS,
  ],
  refusals: signInRefusals,
});
