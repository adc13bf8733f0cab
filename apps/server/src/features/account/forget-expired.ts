/**
 * Deletes expired data of the account slice: captchas, sent codes and other short-lived data of sign-in, sessions, and the reasons why
 * sessions ended.
 */
import type { Account } from './account.ts';
import { deleteExpiredAttempts } from './external-sign-in/provider-store.ts';
import { deleteExpiredProofs } from './proof-store.ts';
import { deleteExpiredSessions } from './session/session-store.ts';
import { deleteExpiredSignInTickets } from './sign-in/sign-in-tickets.ts';

type Parts = Pick<Account, 'db' | 'clock'>;

/**
 * Deletes expired captchas, SMS codes, nonces, keys for encrypted passwords, sign-in tickets, and sign-in attempts with providers with their
 * sign-in tickets. Returns how many. Safe to run at any time.
 */
export const forgetExpiredProofs = async ({ db, clock }: Parts): Promise<number> =>
  (await deleteExpiredProofs(db.orm, clock.now())) +
  (await deleteExpiredAttempts(db.orm, clock.now())) +
  (await deleteExpiredSignInTickets(db.orm, clock.now()));

/**
 * Deletes expired sessions, and the reasons why sessions ended once the tokens of those sessions have expired as well. Returns how many.
 * Expired tokens are still rejected, by the date they contain.
 */
export const forgetExpiredSessions = ({ db, clock }: Parts): Promise<number> => deleteExpiredSessions(db.orm, clock.now());
