import { z } from 'zod';
import { smsCodeText } from '../account/fields.ts';
import { mailAddress } from '../institution/mail-domain.ts';
import { operation } from '../wire/operation.ts';
import { teacherApplicationStatus } from './application.ts';

/** Verifies the caller as a teacher by the code sent to a mailbox of an institution. A mailbox can verify only one account. */
export const authenticateWithMail = operation({
  name: 'authenticateWithMail',
  method: 'POST',
  path: '/api/teacher/auth/mail',
  summary: '用学校邮箱认证',
  permission: 'ownAccount',
  input: z.object({ address: mailAddress, code: smsCodeText }),
  output: teacherApplicationStatus,
  errors: [
    'application.notOpen',
    'application.editorOnly',
    'application.mailNotListed',
    'application.mailTaken',
    'account.mailCodeWrong',
    'account.tooManyFailures',
  ],
});
