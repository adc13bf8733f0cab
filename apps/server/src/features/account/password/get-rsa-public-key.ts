/** Returns the public key that clients encrypt passwords with, and a nonce for one password. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';

export const getRsaPublicKey: UseCase<'getRsaPublicKey', Pick<Account, 'transport'>> = (account) => account.transport.issueKey();
