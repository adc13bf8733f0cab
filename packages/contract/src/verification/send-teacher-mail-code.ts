import { z } from 'zod';
import { mailAddress } from '../institution/mail-domain.ts';
import { operation } from '../wire/operation.ts';

/** Sends a six-digit code to an address of an institution's mail domain. Only the caller can use it. */
export const sendTeacherMailCode = operation({
  name: 'sendTeacherMailCode',
  method: 'POST',
  path: '/api/teacher/auth/mail/send',
  summary: '发送教师认证的邮件验证码',
  permission: 'ownAccount',
  input: z.object({ address: mailAddress }),
  output: z.object({ resendAt: z.number().int() }),
  errors: [
    'application.notOpen',
    'application.editorOnly',
    'application.mailNotListed',
    'account.mailTooSoon',
    'account.mailBudget',
    'account.mailUnavailable',
  ],
});
