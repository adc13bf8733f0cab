/** Freezes and unfreezes accounts, for administrators and the command line. Each change is recorded in the audit log with its reason. */
import { CodedError, type UserRecord } from '@shufang/contract';
import { type Operator, recordAuditEvent } from '../../audit/audit-events.ts';
import { lockUser } from '../session/session-store.ts';
import { revokeSessions } from '../sessions.ts';
import { setStatus } from './user-list-store.ts';
import { getUserRecord, type UserAdminDependencies } from './user-records.ts';

/** Freezes an account. Throws `account.personNotFound`, `account.notYourself`, and `request.invalid` for an account being closed. */
export const freezeUserAccount = async (
  account: UserAdminDependencies,
  operator: Operator,
  { userId, reason }: { readonly userId: string; readonly reason: string },
): Promise<UserRecord> => {
  const { status } = await getUserRecord(account, userId);
  if (operator !== 'commandLine' && userId === operator.userId) throw new CodedError('account.notYourself');
  if (status === 'closing') throw new CodedError('request.invalid', { reason: '这个账号正在注销' });
  const now = account.clock.now();
  await revokeSessions(account, userId, async (tx) => {
    if ((await lockUser(tx, userId))?.status !== 'active') return;
    await setStatus(tx, userId, 'frozen', now);
    const facts = { before: { status: 'active' }, after: { status: 'frozen' }, reason };
    await recordAuditEvent(tx, operator, { action: 'user.freeze', target: { kind: 'user', id: userId }, ...facts }, now);
  });
  return getUserRecord(account, userId);
};

/** Unfreezes an account. Throws `account.personNotFound`. */
export const unfreezeUserAccount = async (
  account: UserAdminDependencies,
  operator: Operator,
  { userId, reason }: { readonly userId: string; readonly reason: string },
): Promise<UserRecord> => {
  await getUserRecord(account, userId);
  const now = account.clock.now();
  await account.db.transaction(async (tx) => {
    if ((await lockUser(tx, userId))?.status !== 'frozen') return;
    await setStatus(tx, userId, 'active', now);
    const facts = { before: { status: 'frozen' }, after: { status: 'active' }, reason };
    await recordAuditEvent(tx, operator, { action: 'user.unfreeze', target: { kind: 'user', id: userId }, ...facts }, now);
  });
  return getUserRecord(account, userId);
};
