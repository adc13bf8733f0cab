/** A password that is to become somebody's own, out of its way over the wire. */
import { CodedError } from '@shufang/contract';
import type { Account } from './account.ts';
import { isPasswordAcceptable } from './password-rule.ts';

/**
 * Throws `account.passwordTransport` alike for everything that is not genuine (padding, form, nonce, key), `account.passwordWeak`
 * for what the rule refuses. Ask only once the caller has proven something: opening costs an RSA operation.
 */
export const openNewPassword = async ({ transport }: Pick<Account, 'transport'>, encrypted: string, tel: string): Promise<string> => {
  const password = await transport.open(encrypted);
  if (password === undefined) throw new CodedError('account.passwordTransport');
  if (!isPasswordAcceptable(password, tel)) throw new CodedError('account.passwordWeak');
  return password;
};
