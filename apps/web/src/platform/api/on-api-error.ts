/** Default error handler for calls whose errors no screen claims (specification.md §8). */
import { broadcast } from '../events/broadcasts.ts';
import { CLIENT_LIMITS } from '../limits.ts';
import { ApiError, FieldValueError } from './api-error.ts';

const BUSY_SHOWN = 'busyShown';

let busyShownInPage = false;

/** Returns true for the first busy error in this tab; if session storage is not available, for the first one in this page. */
const isFirstBusy = (): boolean => {
  const first = !busyShownInPage;
  busyShownInPage = true;
  try {
    const wasShown = sessionStorage.getItem(BUSY_SHOWN) !== null;
    sessionStorage.setItem(BUSY_SHOWN, '1');
    return !wasShown;
  } catch {
    // Session storage is unavailable (private mode, policy), so only this page remembers the error.
    return first;
  }
};

const showBusyOnce = (text: string): void => {
  if (!isFirstBusy()) return;
  broadcast('toast', { kind: 'error', text, timeoutMs: CLIENT_LIMITS.toastMs });
};

/** Returns whether the error ended the session; then the API client has already opened a dialog about it (`announce-session-end.ts`). */
const isSessionEnd = ({ code }: ApiError): boolean => code === 'requestLogin' || code === 'userBeenKickedOut';
/**
 * Returns whether a second factor is required; then the API client has already opened the dialog for it (`announce-stopped-sign-in.ts`).
 */
const isSignInStep = ({ code }: ApiError): boolean => code === 'account.secondFactorRequired';

/** Shows the error to the user once, by kind. Any error that is not an `ApiError` is a bug and goes to `reportError`. */
export const onApiError = (error: unknown): void => {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (error instanceof FieldValueError) return;
  if (!(error instanceof ApiError)) reportError(error);
  else if (error.kind === 'network' || error.kind === 'timeout') broadcast('networkFailure');
  else if (isSessionEnd(error) || isSignInStep(error)) return;
  else if (error.kind === 'busy') showBusyOnce(error.message);
  else broadcast('toast', { kind: 'error', text: error.message, timeoutMs: CLIENT_LIMITS.serverMessageToastMs });
};
