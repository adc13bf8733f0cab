/** Whose account it is that somebody known elsewhere (WeChat, an institution) comes to have here. */
import type { Transaction } from '../../platform/database.ts';
import { insertPerson } from './people.ts';
import type { UserAccount } from './tables.ts';
import { findUserByTel, recordConsent } from './user-store.ts';

export interface TakenIn {
  readonly user: UserAccount;
  /** Made just now. */
  readonly registered: boolean;
}

/**
 * Who holds the number, made when there is none; without a number always a new account. An empty nickname leaves the usual one. `agreed`:
 * the terms the person agreed to, written down for who is new.
 */
export const takeInPerson = async (
  tx: Transaction,
  { tel, nickname }: { tel: string | undefined; nickname: string },
  nowMs: number,
  agreed?: { readonly version: number; readonly network: string },
): Promise<TakenIn> => {
  const made = await insertPerson(tx, { ...(tel === undefined ? {} : { tel }), ...(nickname === '' ? {} : { nickname }) }, nowMs);
  if (made !== undefined) {
    if (agreed !== undefined) await recordConsent(tx, { userId: made.id, ...agreed, givenAt: nowMs });
    return { user: made, registered: true };
  }
  const user = tel === undefined ? undefined : await findUserByTel(tx, tel);
  if (user === undefined) throw new Error('the number was taken and free at the same time');
  return { user, registered: false };
};
