import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { encryptedPassword, smsCodeText } from './fields.ts';
import { phone } from './phone.ts';

/** Sets a new password for a verified phone number (SMS type `resetPassword`). All sessions of the user end. */
export const changePasswordBySms = operation({
  name: 'changePasswordBySms',
  method: 'POST',
  path: '/api/center-user/auth/change-password-by-sms',
  summary: '用短信验证码修改密码',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, code: smsCodeText, password: encryptedPassword }),
  replay: 'never',
  /** `deviceCredential`: new credential of this device, as a sign-in returns it. The account no longer trusts any other device. */
  output: z.object({ deviceCredential: z.string().optional() }),
  errors: [
    'account.phoneInvalid',
    'account.smsCodeWrong',
    'account.passwordWeak',
    'account.passwordTransport',
    'account.tooManyFailures',
    'account.frozen',
  ],
});
