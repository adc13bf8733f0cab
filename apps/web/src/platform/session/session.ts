/** The one small store of who is signed in on this device; follows sign-ins and sign-outs of other tabs. */
import type { getAuthRole, LoginResult, OutputOf, Role } from '@shufang/contract';
import { create } from 'zustand';
import { broadcast } from '../events/broadcasts.ts';
import { readLoginToken } from './read-login-token.ts';
import { clearStoredSession, sessionValues, storeRole, storeSignIn } from './session-values.ts';

export interface Session {
  /** Absent: nobody is signed in. */
  readonly token: string | undefined;
  /** The signed-in person's id; also absent when the token cannot be read. */
  readonly userId: string | undefined;
  readonly name: string | undefined;
  /** Address of the avatar; absent: the default person illustration. */
  readonly avatar: string | undefined;
  /** Only decides which entries are shown; absent until the server told. */
  readonly role: Role | undefined;
  /** Whose page this still is after a session that ended without the person's wish; absent once anybody signs in or out. */
  readonly lapsedUserId: string | undefined;
}

let lapsedUserId: string | undefined;

const readSession = (): Session => {
  const token = sessionValues.dpAuth.find()?.token;
  const owner = token === undefined ? undefined : readLoginToken(token);
  const avatar = token === undefined ? undefined : (sessionValues.avatar.find() ?? owner?.avatar);
  const role = token === undefined ? undefined : sessionValues.userRoleName.find();
  return { token, userId: owner?.id, name: owner?.name, avatar: avatar === '' ? undefined : avatar, role, lapsedUserId };
};

export const useSession = create<Session>(() => readSession());

const refresh = (): void => useSession.setState(readSession(), true);

/** The login token, read from storage each time: another tab may have changed it, or it may have expired. */
export const findSessionToken = (): string | undefined => sessionValues.dpAuth.find()?.token;

/** Keeps a successful sign-in. */
export const beginSession = (result: LoginResult): void => {
  lapsedUserId = undefined;
  storeSignIn(result);
  const avatar = readLoginToken(result.dpAuthToken)?.avatar;
  if (avatar) sessionValues.avatar.store(avatar);
  else sessionValues.avatar.remove();
  refresh();
};

/** Keeps what the server says the person is, unless somebody else has signed in meanwhile. */
export const keepRole = (answer: OutputOf<typeof getAuthRole>, userId: string): void => {
  if ((readSession().userId ?? '') !== userId) return;
  storeRole(answer, userId);
  refresh();
};

/** Keeps the address of the person's picture as it is now, whatever the token says; empty for the default person. */
export const keepAvatar = (address: string): void => {
  if (findSessionToken() === undefined) return;
  sessionValues.avatar.store(address);
  refresh();
};

/** Forgets the session on this device. What waits to be sent (outbox) stays: it belongs to the person. */
export const endSession = (): void => {
  lapsedUserId = undefined;
  clearStoredSession();
  refresh();
};

/**
 * The same for a session that the server ended: what is on the screen stays the person's, so that nothing typed goes from it.
 * `replaced`: by a sign-in on another device of this type, which the other tabs tell the person as well.
 */
export const lapseSession = (why?: 'replaced'): void => {
  lapsedUserId = useSession.getState().userId ?? lapsedUserId;
  if (why === 'replaced') sessionValues.replaced.store(true);
  clearStoredSession();
  refresh();
};

const followed: ReadonlySet<string> = new Set([sessionValues.dpAuth.key, sessionValues.avatar.key, sessionValues.userRoleName.key]);

/** Follows other tabs; call once when the page starts. */
export const followOtherTabs = (): void => {
  addEventListener('storage', (event) => {
    if (event.key === sessionValues.replaced.key && event.newValue !== null) broadcast('userKickedOut');
    if (event.key === null || followed.has(event.key)) refresh();
  });
};
