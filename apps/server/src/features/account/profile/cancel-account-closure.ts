/** Withdraws the request to close the caller's account. Changes nothing when the account is not scheduled for erasure. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { stopClosing } from './profile-store.ts';
import { getUserInfoById } from './user-info.ts';

export const cancelAccountClosure: UseCase<'cancelAccountClosure', Pick<Account, 'db' | 'clock'>> = async (account, { reader }) => {
  await stopClosing(account.db.orm, reader.userId, account.clock.now());
  return { payload: await getUserInfoById(account, reader.userId), say: '已撤销注销，账号恢复正常' };
};
