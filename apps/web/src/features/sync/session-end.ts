/** Handles the end of the session announced by the server. */
import type { SessionEndReason } from '@shufang/contract';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { askToSignInOnce } from '../../platform/session/ask-to-sign-in.ts';
import { endSession, findSessionToken, lapseSession } from '../../platform/session/session.ts';

/**
 * Ends the session on this page, unless another session has replaced the one with `token` in the meantime. If a sign-in on another device
 * ended the session, the alert about it is shown once. If the user signed out in any tab, nothing is shown. If the session was revoked or
 * has expired, the sign-in dialog is shown.
 */
export const handleSessionEnd = (reason: SessionEndReason, token: string | undefined): void => {
  const current = findSessionToken();
  if (current !== undefined && current !== token) return;
  if (reason === 'replaced') {
    broadcast('userKickedOut');
    return;
  }
  const wasSignedIn = current !== undefined;
  if (reason === 'signedOut') endSession();
  else lapseSession();
  if (reason !== 'signedOut' && wasSignedIn) askToSignInOnce();
};
