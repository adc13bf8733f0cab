/**
 * Continues a sign-in that stopped for the second factor. Throws `account.signInExpired`, `account.secondFactorWrong`,
 * `account.secondFactorTries`, and what `continueSignIn` throws.
 */
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { continueSignIn } from '../complete-sign-in.ts';
import { getSignInTicket } from '../sign-in/sign-in-tickets.ts';
import { useCode, withinTries } from './second-factor-codes.ts';

export const signInWithSecondFactor: UseCase<'signInWithSecondFactor', Account> = async (account, caller, { ticket, code }) => {
  const { userId } = await getSignInTicket(account, { purpose: 'secondFactor', ticket }, caller);
  return withinTries(account, userId, caller, () =>
    continueSignIn(account, { purpose: 'secondFactor', ticket, check: (tx, checked) => useCode(account, tx, checked, code) }, caller),
  );
};
