/** What becomes of this page when the server says that its session is over. */
import type { SessionEndReason } from '@shufang/contract';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { endSession, findSessionToken, lapseSession } from '../../platform/session/session.ts';

/**
 * `token`: the session that ended; the word counts no more once somebody has signed in again. Replaced by a sign-in elsewhere: the alert,
 * once. Signed out by the person, in this or another tab: nothing to say. Revoked or expired: the sign-in dialog.
 */
export const obeySessionEnd = (reason: SessionEndReason, token: string | undefined): void => {
  const current = findSessionToken();
  if (current !== undefined && current !== token) return;
  if (reason === 'replaced') {
    broadcast('userKickedOut');
    return;
  }
  const wasSignedIn = current !== undefined;
  if (reason === 'signedOut') endSession();
  else lapseSession();
  if (reason !== 'signedOut' && wasSignedIn) broadcast('signInRequest');
};
