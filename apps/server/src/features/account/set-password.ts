/** A new password set by an operator, for who cannot receive a message. */
import { CodedError } from '@shufang/contract';
import { type Operator, recordAct } from '../../platform/audit.ts';
import type { Account } from './account.ts';
import { isPasswordAcceptable } from './password-rule.ts';
import { revokeSessions } from './sessions.ts';
import { setUserPassword } from './user-store.ts';

/** Ends every session of the person in the same transaction. Throws `account.passwordWeak`. */
export const setPassword = async (
  account: Pick<Account, 'db' | 'clock' | 'events' | 'hasher' | 'keys'>,
  person: { id: string; tel: string },
  password: string,
  operator: Operator,
): Promise<void> => {
  if (!isPasswordAcceptable(password, person.tel)) throw new CodedError('account.passwordWeak');
  const passwordHash = await account.hasher.hash(password);
  await revokeSessions(account, person.id, async (tx) => {
    await setUserPassword(tx, person.id, passwordHash, account.clock.now());
    await recordAct(tx, operator, { act: 'user.password', target: { kind: 'user', id: person.id } }, account.clock.now());
  });
};
