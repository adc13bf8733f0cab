/** Returns the data of the caller's account. Throws `requestLogin` when it no longer exists. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { getUserInfoById } from './user-info.ts';

export const getUserInfo: UseCase<'getUserInfo', Pick<Account, 'db'>> = (account, { reader }) => getUserInfoById(account, reader.userId);
