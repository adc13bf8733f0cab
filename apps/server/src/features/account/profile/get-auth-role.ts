/** Returns the highest role of the caller, and the version of the terms they agreed to. */
import type { UseCase } from '../../../platform/http/register.ts';
import { highestRole } from '../../authorization/grants.ts';
import type { Account } from '../account.ts';
import { findUserById } from '../user-store.ts';

export const getAuthRole: UseCase<'getAuthRole', Pick<Account, 'db'>> = async (account, { reader }) => {
  const user = await findUserById(account.db.orm, reader.userId);
  return { role: highestRole(reader.roles), consentVersion: user?.consentVersion ?? 0 };
};
