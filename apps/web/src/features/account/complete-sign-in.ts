/** What follows a successful sign-in: keep the session, fetch the role, tell everybody. */
import { getRole, type LoginResult } from '@shufang/contract';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { beginSession, keepRole } from '../../platform/session/session.ts';

/** The role only decides which entries are shown; without it the person is signed in all the same. */
const ignoreRoleFailure = (): void => undefined;

export const completeSignIn = async (result: LoginResult): Promise<void> => {
  beginSession(result);
  await call(getRole, {}).then(({ role }) => keepRole(role), ignoreRoleFailure);
  broadcast('loginSuccess');
};
