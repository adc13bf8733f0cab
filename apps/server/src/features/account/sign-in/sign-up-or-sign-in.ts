/** Finds or creates the account of a user who signs in through another system (a provider, an institution). */
import type { Transaction } from '../../../platform/database.ts';
import { insertNewUser } from '../create-users.ts';
import type { UserAccount } from '../tables.ts';
import { findUserByTel } from '../user-store.ts';

export interface SignedUpUser {
  readonly user: UserAccount;
  /** Whether this call created the account. */
  readonly registered: boolean;
}

/**
 * Returns the account of the phone number, created if there is none; without a phone number, always a new account. If `nickname` is empty,
 * a new account gets the default nickname.
 */
export const signUpOrSignIn = async (
  tx: Transaction,
  { tel, nickname }: { tel: string | undefined; nickname: string },
  nowMs: number,
): Promise<SignedUpUser> => {
  const made = await insertNewUser(tx, { ...(tel === undefined ? {} : { tel }), ...(nickname === '' ? {} : { nickname }) }, nowMs);
  if (made !== undefined) {
    return { user: made, registered: true };
  }
  const user = tel === undefined ? undefined : await findUserByTel(tx, tel);
  if (user === undefined) throw new Error('the number was taken and free at the same time');
  return { user, registered: false };
};
