/** Session store of this device; follows sign-ins and sign-outs in other tabs. */
import type { getAuthRole, LoginResult, OutputOf, Role } from '@shufang/contract';
import { create } from 'zustand';
import { broadcast } from '../events/broadcasts.ts';
import { readLoginToken } from './read-login-token.ts';
import { clearStoredSession, sessionValues, storeRole, storeSignIn } from './session-values.ts';

export interface Session {
  /** The login token; absent without a session. */
  readonly token: string | undefined;
  /** Id of the signed-in user; also absent if the token cannot be parsed. */
  readonly userId: string | undefined;
  readonly name: string | undefined;
  /** URL of the user's avatar; absent for the default avatar. */
  readonly avatar: string | undefined;
  /** The user's role, only for the display of menu entries; absent until the server returned it. */
  readonly role: Role | undefined;
  /**
   * User whose session ended involuntarily and whose data the page still shows; also one whose session has expired and who has books on
   * this device (`offlineReader`). Absent after any sign-in or sign-out.
   */
  readonly lapsedUserId: string | undefined;
}

let lapsedUserId: string | undefined;

/** Returns the user who can still read stored books here after the session has expired; undefined after the end of the last lease. */
const findOfflineReader = (): string | undefined => {
  const reader = sessionValues.offlineReader.find();
  return reader !== undefined && reader.until > Date.now() ? reader.userId : undefined;
};

const readSession = (): Session => {
  const token = sessionValues.dpAuth.find()?.token;
  const owner = token === undefined ? undefined : readLoginToken(token);
  const avatar = token === undefined ? undefined : (sessionValues.avatar.find() ?? owner?.avatar);
  const role = token === undefined ? undefined : sessionValues.userRoleName.find();
  const lapsed = lapsedUserId ?? (token === undefined ? findOfflineReader() : undefined);
  return { token, userId: owner?.id, name: owner?.name, avatar: avatar === '' ? undefined : avatar, role, lapsedUserId: lapsed };
};

export const useSession = create<Session>(() => readSession());

const refresh = (): void => useSession.setState(readSession(), true);

/** Returns the login token, read from storage each time: another tab may have changed it, or it may have expired. */
export const findSessionToken = (): string | undefined => sessionValues.dpAuth.find()?.token;

/** Stores a successful sign-in. */
export const beginSession = (result: LoginResult): void => {
  lapsedUserId = undefined;
  storeSignIn(result);
  const avatar = readLoginToken(result.dpAuthToken)?.avatar;
  if (avatar) sessionValues.avatar.store(avatar);
  else sessionValues.avatar.remove();
  refresh();
};

/** Stores the user's role, unless another user has signed in in the meantime. */
export const updateRole = (response: OutputOf<typeof getAuthRole>, userId: string): void => {
  if ((readSession().userId ?? '') !== userId) return;
  storeRole(response, userId);
  refresh();
};

/** Stores the current avatar URL, which overrides that of the token; empty for the default avatar. */
export const updateAvatar = (url: string): void => {
  if (findSessionToken() === undefined) return;
  sessionValues.avatar.store(url);
  refresh();
};

/** Remembers that the signed-in user can read stored books until `until` (UTC ms); undefined: that there are none. */
export const storeOfflineReader = (userId: string, until: number | undefined): void => {
  if (readSession().userId !== userId) return;
  if (until === undefined) sessionValues.offlineReader.remove();
  else sessionValues.offlineReader.store({ userId, until });
};

/** Removes the session from this device. The user's outbox stays. */
export const endSession = (): void => {
  lapsedUserId = undefined;
  clearStoredSession();
  refresh();
};

/**
 * Removes a session that the server has ended. The page still belongs to the user, so that no input is lost. `replaced`: the reason is a
 * sign-in on another device of this type; other tabs are then notified.
 */
export const lapseSession = (why?: 'replaced'): void => {
  lapsedUserId = useSession.getState().userId ?? lapsedUserId;
  if (why === 'replaced') sessionValues.replaced.store(true);
  clearStoredSession();
  refresh();
};

const followed: ReadonlySet<string> = new Set(
  [sessionValues.dpAuth, sessionValues.avatar, sessionValues.userRoleName, sessionValues.offlineReader].map(({ key }) => key),
);

/** Follows sign-ins and sign-outs in other tabs; call once when the page starts. */
export const followOtherTabs = (): void => {
  addEventListener('storage', (event) => {
    if (event.key === sessionValues.replaced.key && event.newValue !== null) broadcast('userKickedOut');
    if (event.key === null || followed.has(event.key)) refresh();
  });
};
