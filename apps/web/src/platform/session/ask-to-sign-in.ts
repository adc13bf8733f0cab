/**
 * Opens the sign-in dialog for responses that require a session, at most once per user action: a page with ten failed calls opens it once.
 * The first request after a page load opens it. After that, a request opens it only if the user has acted outside the dialog in the
 * meantime (pointer, key, or history navigation). A sign-in button broadcasts `signInRequest` itself and always opens it.
 */
import { broadcast } from '../events/broadcasts.ts';

let isRequested = false;

const reopen = (): void => {
  isRequested = false;
};

let isFollowing = false;
const followUser = (): void => {
  if (isFollowing) return;
  isFollowing = true;
  for (const event of ['pointerdown', 'keydown', 'popstate']) addEventListener(event, reopen, { capture: true });
};

/** Broadcasts `signInRequest`, unless it was broadcast since the last user action. */
export const askToSignInOnce = (): void => {
  followUser();
  if (isRequested) return;
  isRequested = true;
  broadcast('signInRequest');
};

/** Called when the dialog was dismissed: pending calls do not open it again until the next user action. */
export const holdSignInRequests = (): void => {
  followUser();
  isRequested = true;
};
