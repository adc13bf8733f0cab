/** The session as it is kept on the device: names and lifetimes exactly as product spec sections 3 and 4 say. */
import { getAuthRole, LIMITS, type LoginResult, listAuthRoles, type OutputOf, role } from '@shufang/contract';
import { z } from 'zod';
import { storedValue } from './stored-value.ts';

const session = LIMITS.sessionLifetimeMs;

/** An answer about roles, and with it whose it is and when it came: another person's is never used, an old one asked for again. */
const answerAbout = <Payload extends z.ZodType>(payload: Payload) => z.object({ payload, userId: z.string(), answeredAt: z.number() });

export const sessionValues = {
  dpAuth: storedValue('dpAuth', z.object({ token: z.string().min(1) }), session),
  centerToken: storedValue(
    'centerToken',
    z.object({ access_token: z.string(), expires_in: z.number(), refresh_token: z.string() }),
    session,
  ),
  loginThqs: storedValue('loginThqs', z.string(), session),
  token: storedValue('token', z.string(), session),
  avatar: storedValue('avatar', z.string(), session),
  /** There for the moment in which a replaced session ends, so that other tabs of this browser hear of it too. */
  replaced: storedValue('sessionReplaced', z.literal(true)),
  userRoleName: storedValue('userRoleName', role),
  roleHttpResponse: storedValue('roleHttpResponse', answerAbout(getAuthRole.output)),
  rolersHttpResponse: storedValue('rolersHttpResponse', answerAbout(listAuthRoles.output)),
} as const;

/** Puts the values of a sign-in in place of the old ones, for another 15 days. Role values stay. */
export const storeSignIn = (result: LoginResult, nowMs: number = Date.now()): void => {
  const { dpAuth, centerToken, loginThqs, token } = sessionValues;
  for (const old of [dpAuth, centerToken, loginThqs]) old.remove();
  dpAuth.store({ token: result.dpAuthToken }, nowMs);
  centerToken.store({ access_token: result.access_token, expires_in: result.expires_in, refresh_token: result.refresh_token }, nowMs);
  loginThqs.store(result.loginTHQS, nowMs);
  token.store(result.dpAuthToken, nowMs);
};

/** Stores what is there once more, with a new 15-day end. */
export const refreshStoredSession = (nowMs: number = Date.now()): void => {
  const { dpAuth, centerToken, loginThqs, token, avatar } = sessionValues;
  for (const kept of [dpAuth, centerToken, loginThqs, token, avatar]) {
    const value = kept.find(nowMs);
    if (value !== undefined) (kept.store as (value: unknown, nowMs: number) => void)(value, nowMs);
  }
};

export const storeRole = (payload: OutputOf<typeof getAuthRole>, userId: string, nowMs: number = Date.now()): void => {
  sessionValues.userRoleName.store(payload.role, nowMs);
  sessionValues.roleHttpResponse.store({ payload, userId, answeredAt: nowMs }, nowMs);
};

export const storeRoles = (payload: OutputOf<typeof listAuthRoles>, userId: string, nowMs: number = Date.now()): void =>
  sessionValues.rolersHttpResponse.store({ payload, userId, answeredAt: nowMs }, nowMs);

/** Forgets what the server said of roles, but not the name that menus go by until it says something else. */
export const dropStoredRoles = (): void => {
  sessionValues.roleHttpResponse.remove();
  sessionValues.rolersHttpResponse.remove();
};

/** Removes the session and the role values from this device. */
export const clearStoredSession = (): void => {
  for (const kept of Object.values(sessionValues)) kept.remove();
};
