/** The signed-in person as they may see themselves. */
import { CodedError, type UserInfo } from '@shufang/contract';
import type { Account } from './account.ts';
import { findUserById, listLinksOfUser } from './user-store.ts';
import { viewUserInfo } from './view.ts';

/** Throws `requestLogin` when the account is gone meanwhile. */
export const getUserInfo = async ({ db }: Pick<Account, 'db'>, userId: string): Promise<UserInfo> => {
  const user = await findUserById(db.orm, userId);
  if (user === undefined) throw new CodedError('requestLogin');
  return viewUserInfo(user, await listLinksOfUser(db.orm, userId));
};
