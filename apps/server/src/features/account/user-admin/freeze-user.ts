/** Freezes an account and ends its sessions. Throws as `freezeUserAccount`. */
import type { UseCase } from '../../../platform/http/register.ts';
import { operatorOf } from '../../audit/audit-events.ts';
import { freezeUserAccount } from './account-freezing.ts';
import type { UserAdminDependencies } from './user-records.ts';

export const freezeUser: UseCase<'freezeUser', UserAdminDependencies> = async (account, caller, input) => ({
  payload: await freezeUserAccount(account, operatorOf(caller), input),
  say: '已冻结',
});
