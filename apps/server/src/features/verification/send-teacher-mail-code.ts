/** Sends a verification code to a mailbox of an institution. Throws the errors of `requireTeacherMailbox` and `sendMailCode`. */
import type { UseCase } from '../../platform/http/register.ts';
import { sendMailCode } from '../account/codes/mail-codes.ts';
import { requireTeacherMailbox } from './teacher-mailbox.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

export const sendTeacherMailCode: UseCase<'sendTeacherMailCode', VerificationDependencies> = async (
  deps,
  { reader: { userId }, address },
  { address: mailbox },
) => {
  await requireTeacherMailbox(deps, userId, mailbox);
  const request = {
    to: mailbox,
    type: 'teacher',
    userId,
    subject: '书房教师认证验证码',
    textOf: (code: string) =>
      `您正在书房进行教师认证，验证码是 ${code}，5 分钟内有效。\n\n请不要把验证码告诉别人。如果不是您本人操作，请忽略这封邮件。\n`,
  } as const;
  return { payload: await sendMailCode(deps.account, request, { address }), say: '验证码已发送，请查收邮件' };
};
