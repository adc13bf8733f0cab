/** Decrypts a new password sent by a client and checks it against the password rule. */
import { CodedError } from '@shufang/contract';
import type { Account } from '../account.ts';
import { requireNewPassword } from '../published-password.ts';

/**
 * Decrypts a new password and checks it. Throws `account.passwordTransport` for a value with wrong padding, format, nonce or key, and
 * `account.passwordWeak` for a password that the rule refuses. Call it only after the caller has proven who they are, because decrypting
 * costs an RSA operation.
 */
export const openNewPassword = async (
  account: Pick<Account, 'transport' | 'refusesPublishedPassword'>,
  encrypted: string,
  tel: string,
): Promise<string> => {
  const password = await account.transport.open(encrypted);
  if (password === undefined) throw new CodedError('account.passwordTransport');
  requireNewPassword(account, password, tel);
  return password;
};
