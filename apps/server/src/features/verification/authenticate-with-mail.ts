/**
 * Verifies a teacher by a code sent to a mailbox of an institution. Returns the status. Throws the errors of `requireTeacherMailbox`,
 * `application.mailTaken`, `account.mailCodeWrong`, `account.tooManyFailures`.
 */
import { CodedError, domainOfMail } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { withProvenCode } from '../account/codes/sent-codes.ts';
import { holdMailbox } from '../institution/mailboxes.ts';
import { getTeacherStatus } from './application-status.ts';
import { approveInstantly } from './instant-approval.ts';
import { requireTeacherMailbox } from './teacher-mailbox.ts';
import type { VerificationDependencies } from './verification-dependencies.ts';

export const authenticateWithMail: UseCase<'authenticateWithMail', VerificationDependencies> = async (
  deps,
  { reader: { userId }, address: clientIp },
  { address: mailbox, code },
) => {
  const institution = await requireTeacherMailbox(deps, userId, mailbox);
  const proof = {
    bindings: [{ target: mailbox, type: 'teacher', askedBy: userId } as const],
    code,
    refusal: 'account.mailCodeWrong',
  } as const;
  await withProvenCode(deps.account, proof, { address: clientIp }, (proven) =>
    approveInstantly(deps, userId, async (tx, now) => {
      await proven.useUp(tx);
      if (!(await holdMailbox(tx, { address: mailbox, institutionId: institution.id, userId, now })))
        throw new CodedError('application.mailTaken');
      // The audit event contains the domain only and not the mailbox, because the audit log outlives the account.
      return `${institution.name}的邮箱（@${domainOfMail(mailbox)}）已验证，自动通过。`;
    }),
  );
  return { payload: await getTeacherStatus(deps, userId), say: '教师认证已通过' };
};
