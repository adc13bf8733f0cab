/** Sets a new password as an operator, for a user who cannot receive a message. */
import { type Operator, recordAuditEvent } from '../audit/audit-events.ts';
import type { Account } from './account.ts';
import { hashNewPassword, requireNewPassword } from './published-password.ts';
import { revokeSessions } from './sessions.ts';
import { setUserPassword } from './user-store.ts';

/** Removes the user's password and ends every session. The user sets another password by SMS, or an operator sets it. */
export const clearPassword = (account: Pick<Account, 'db' | 'clock' | 'events'>, userId: string, operator: Operator): Promise<void> =>
  revokeSessions(account, userId, async (tx) => {
    const now = account.clock.now();
    await setUserPassword(tx, userId, { passwordHash: null, passwordPublished: null }, now);
    await recordAuditEvent(tx, operator, { action: 'user.password', target: { kind: 'user', id: userId } }, now);
  });

/** Sets a new password and ends every session of the user in the same transaction. Throws `account.passwordWeak`. */
export const setPassword = async (
  account: Pick<Account, 'db' | 'clock' | 'events' | 'hasher' | 'keys' | 'refusesPublishedPassword'>,
  user: { id: string; tel: string },
  password: string,
  operator: Operator,
): Promise<void> => {
  requireNewPassword(account, password, user.tel);
  const stored = await hashNewPassword(account, password);
  await revokeSessions(account, user.id, async (tx) => {
    await setUserPassword(tx, user.id, stored, account.clock.now());
    await recordAuditEvent(tx, operator, { action: 'user.password', target: { kind: 'user', id: user.id } }, account.clock.now());
  });
};
