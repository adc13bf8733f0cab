/**
 * Unlinks the provider from the caller's account; idempotent. Throws `account.phoneMissing` for an account without a number, which could not
 * sign in any more.
 */
import { CodedError, signInProviders } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { getUserInfoById } from '../profile/user-info.ts';
import { findUserById } from '../user-store.ts';
import { unlinkProvider } from './provider-store.ts';

export const unbindProvider: UseCase<'unbindProvider', Pick<Account, 'db'>> = async (account, { reader }, { provider }) => {
  const user = await findUserById(account.db.orm, reader.userId);
  if ((user?.tel ?? '') === '') throw new CodedError('account.phoneMissing');
  await unlinkProvider(account.db.orm, provider, reader.userId);
  return { payload: await getUserInfoById(account, reader.userId), say: `已解除${signInProviders[provider].name}绑定` };
};
