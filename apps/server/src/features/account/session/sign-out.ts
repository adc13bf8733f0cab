/** Ends the caller's session. Succeeds without one, too. */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { endSession } from '../sessions.ts';

export const signOut: UseCase<'signOut', Pick<Account, 'db' | 'clock' | 'events' | 'keys'>> = async (account, { reader }) => {
  if (reader !== undefined) await endSession(account, reader.sid);
  return {};
};
