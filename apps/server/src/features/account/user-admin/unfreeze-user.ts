/** Unfreezes an account. Throws `account.personNotFound`. */
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf } from '../../audit/audit-events.ts';
import { unfreezeUserAccount } from './account-freezing.ts';
import type { UserAdminDependencies } from './user-records.ts';

export const unfreezeUser: UseCase<'unfreezeUser', UserAdminDependencies> = async (account, caller, input) => ({
  payload: await unfreezeUserAccount(account, operatorOf(caller), input),
  say: '已解冻',
});
