/** What follows a successful sign-in: keep the session, fetch the role, tell everybody. */
import type { LoginResult } from '@shufang/contract';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { readLoginToken } from '../../platform/session/read-login-token.ts';
import { keepReplacedDevice } from '../../platform/session/replaced-device.ts';
import { beginSession } from '../../platform/session/session.ts';
import { fetchRole } from './queries.ts';

/** The role only decides which entries are shown; without it the person is signed in all the same. */
const ignoreRoleFailure = (): void => undefined;

export const completeSignIn = async (result: LoginResult): Promise<void> => {
  beginSession(result);
  keepReplacedDevice(result);
  await fetchRole(readLoginToken(result.dpAuthToken)?.id ?? '').catch(ignoreRoleFailure);
  broadcast('loginSuccess');
};
