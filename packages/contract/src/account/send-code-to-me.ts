import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { captchaFields, sliderAnswer } from './fields.ts';

/**
 * Sends a `binding` code to the caller's own number, which the client knows only masked. Requires the solution of an image captcha or of a
 * slider captcha.
 */
export const sendCodeToMe = operation({
  name: 'sendCodeToMe',
  method: 'POST',
  path: '/api/user/phone/sendCode',
  summary: '向本人手机号发送短信验证码',
  permission: 'ownAccount',
  input: z.union([z.object(captchaFields), z.object({ captcha: sliderAnswer })]),
  output: z.object({ resendAt: z.number().int() }),
  errors: [
    'account.captchaWrong',
    'account.sliderWrong',
    'account.smsTooSoon',
    'account.smsBudget',
    'account.smsUnavailable',
    'account.phoneMissing',
  ],
});
