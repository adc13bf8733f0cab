/** Completes a successful sign-in: stores the session, fetches the role, notifies all listeners. */
import type { LoginResult } from '@shufang/contract';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { readLoginToken } from '../../platform/session/read-login-token.ts';
import { storeReplacedDevice } from '../../platform/session/replaced-device.ts';
import { beginSession } from '../../platform/session/session.ts';
import { fetchRole } from './queries.ts';

/** Ignores that the role could not be fetched: it only decides which menu entries are shown, so sign-in succeeds without it. */
const ignoreRoleFailure = (): void => undefined;

/** Path of the account page, where the second factor is set up. */
const SETTINGS_PATH = '/user';

export const completeSignIn = async (result: LoginResult): Promise<void> => {
  beginSession(result);
  storeReplacedDevice(result);
  await fetchRole(readLoginToken(result.dpAuthToken)?.id ?? '').catch(ignoreRoleFailure);
  broadcast('loginSuccess');
  // The server withholds operator roles until a second factor is set up, so the page for that is opened instead of the current one.
  if (result.secondFactorMissing === true) location.assign(SETTINGS_PATH);
};
