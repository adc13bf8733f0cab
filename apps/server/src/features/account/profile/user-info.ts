/** Returns the caller's own account data. */
import { CodedError, type UserInfo } from '@shufang/contract';
import type { Account } from '../account.ts';
import { findUserById, listLinksOfUser } from '../user-store.ts';
import { viewUserInfo } from './view.ts';

/** Returns the account data of the user with this id. Throws `requestLogin` when the account no longer exists. */
export const getUserInfoById = async ({ db }: Pick<Account, 'db'>, userId: string): Promise<UserInfo> => {
  const user = await findUserById(db.orm, userId);
  if (user === undefined) throw new CodedError('requestLogin');
  return viewUserInfo(user, await listLinksOfUser(db.orm, userId));
};
