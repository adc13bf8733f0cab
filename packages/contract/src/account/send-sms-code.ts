import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { captchaFields, smsType } from './fields.ts';
import { phone } from './phone.ts';

/** Sends an SMS code after an image captcha. `resendAt`: time from which the next code can be requested, UTC ms. */
export const sendSmsCode = operation({
  name: 'sendSmsCode',
  method: 'POST',
  path: '/api/center-user/auth/sendSmsCodeRequireCaptcha',
  summary: '发送短信验证码',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, ...captchaFields, type: smsType }),
  output: z.object({ resendAt: z.number().int() }),
  errors: ['account.phoneInvalid', 'account.captchaWrong', 'account.smsTooSoon', 'account.smsBudget', 'account.smsUnavailable'],
});
