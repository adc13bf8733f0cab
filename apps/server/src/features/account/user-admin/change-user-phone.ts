/**
 * Changes the phone number of a user who lost the old one. Sessions end and codes sent to either number become invalid; a sign-in in
 * progress with the old number fails, because `completeSignIn` checks the number again. Throws `account.personNotFound`,
 * `account.notYourself`, `account.phoneTaken`.
 */
import { CodedError, maskPhone } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import { dropCodesSentTo } from '../proof-store.ts';
import { revokeSessions } from '../sessions.ts';
import { findUserById, lockUserTel, setUserTel } from '../user-store.ts';
import { getUserRecord, type UserAdminDependencies } from './user-records.ts';

export const changeUserPhone: UseCase<'changeUserPhone', UserAdminDependencies> = async (account, caller, { userId, tel, reason }) => {
  const operator = operatorOf(caller);
  await getUserRecord(account, userId);
  if (userId === operator.userId) throw new CodedError('account.notYourself');
  const now = account.clock.now();
  const current = await findUserById(account.db.orm, userId);
  if (current?.tel !== tel) {
    await revokeSessions(account, userId, async (tx) => {
      const lost = await lockUserTel(tx, userId);
      // The second of two identical concurrent requests changes nothing.
      if (lost === tel) return;
      if (!(await setUserTel(tx, userId, tel, now))) throw new CodedError('account.phoneTaken');
      await dropCodesSentTo(tx, lost === undefined ? [tel] : [lost, tel]);
      const facts = { before: { tel: maskPhone(lost ?? '') }, after: { tel: maskPhone(tel) }, reason };
      await recordAuditEvent(tx, operator, { action: 'user.phone', target: { kind: 'user', id: userId }, ...facts }, now);
    });
  }
  return { payload: await getUserRecord(account, userId), say: '已更换手机号' };
};
