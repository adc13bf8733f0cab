import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { sliderAnswer, smsType } from './fields.ts';
import { phone } from './phone.ts';

/**
 * Sends an SMS code like `sendSmsCode`, but after a slider captcha instead of an image captcha: `captcha` is the solution of our slider
 * (`localSliderAnswer` as JSON) or Aliyun's verification text.
 */
export const sendSmsCodeAfterSlider = operation({
  name: 'sendSmsCodeAfterSlider',
  method: 'POST',
  path: '/api/center-user/auth/sendSmsCodeRequireCaptchaAliyun',
  summary: '发送短信验证码（滑动验证）',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, type: smsType, captcha: sliderAnswer }),
  output: z.object({ resendAt: z.number().int() }),
  errors: ['account.phoneInvalid', 'account.sliderWrong', 'account.smsTooSoon', 'account.smsBudget', 'account.smsUnavailable'],
});
