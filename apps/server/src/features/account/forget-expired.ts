/** Forgets what was only good for a time: proofs of sign-in, and sessions with how they ended. */
import type { Account } from './account.ts';
import { deleteExpiredWechat } from './link-store.ts';
import { deleteExpiredProofs } from './proof-store.ts';
import { deleteExpiredSessions } from './session-store.ts';

type Parts = Pick<Account, 'db' | 'clock'>;

/** Captchas, SMS codes, nonces, keys for passwords past their overlap, walks to WeChat and their tickets; answers how many. Safe at any time. */
export const forgetExpiredProofs = async ({ db, clock }: Parts): Promise<number> =>
  (await deleteExpiredProofs(db.orm, clock.now())) + (await deleteExpiredWechat(db.orm, clock.now()));

/** Sessions past their end and the reasons kept for expired tokens; answers how many. Their tokens are refused by their own date. */
export const forgetExpiredSessions = ({ db, clock }: Parts): Promise<number> => deleteExpiredSessions(db.orm, clock.now());
