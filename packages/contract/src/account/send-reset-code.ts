import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { phone } from './phone.ts';

/**
 * Sends a code for a password reset; the only sending operation without a captcha, under the same quotas. The response is the same for an
 * unknown number.
 */
export const sendResetCode = operation({
  name: 'sendResetCode',
  method: 'POST',
  path: '/api/center-user/auth/send-sms-code',
  summary: '发送重置密码的短信验证码',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ tel: phone, type: z.literal('resetPassword') }),
  output: z.object({ resendAt: z.number().int() }),
  errors: ['account.phoneInvalid', 'account.smsTooSoon', 'account.smsBudget', 'account.smsUnavailable'],
});
