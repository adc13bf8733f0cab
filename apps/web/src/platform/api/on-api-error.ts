/** What happens on a failed call that no screen claimed: the one list (product spec, section 8). */
import { LIMITS } from '@shufang/contract';
import { broadcast } from '../events/broadcasts.ts';
import { lapseSession } from '../session/session.ts';
import { ApiError, FieldFault } from './api-error.ts';

const BUSY_SHOWN = 'busyShown';

let busyShownInPage = false;

/** Once a session of the browser's tab, or of the page where the browser keeps nothing. */
const isFirstBusy = (): boolean => {
  const first = !busyShownInPage;
  busyShownInPage = true;
  try {
    const known = sessionStorage.getItem(BUSY_SHOWN) !== null;
    sessionStorage.setItem(BUSY_SHOWN, '1');
    return !known;
  } catch {
    // Storage is refused (private mode, policy): the page remembers.
    return first;
  }
};

const showBusyOnce = (text: string): void => {
  if (!isFirstBusy()) return;
  broadcast('toast', { kind: 'error', text, timeoutMs: LIMITS.toastMs });
};

/** Tells the person, once and in the right way. Anything that is no `ApiError` is a fault of ours and goes to the browser's report. */
export const onApiError = (error: unknown): void => {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (error instanceof FieldFault) return;
  if (!(error instanceof ApiError)) reportError(error);
  else if (error.kind === 'network' || error.kind === 'timeout') broadcast('networkFailure');
  else if (error.code === 'requestLogin') {
    lapseSession();
    broadcast('signInRequest');
  } else if (error.code === 'userBeenKickedOut') broadcast('userKickedOut');
  else if (error.kind === 'busy') showBusyOnce(error.message);
  else broadcast('toast', { kind: 'error', text: error.message, timeoutMs: LIMITS.serverMessageToastMs });
};
