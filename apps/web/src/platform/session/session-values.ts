/** The session as it is kept on the device: names and lifetimes exactly as product spec sections 3 and 4 say. */
import { LIMITS, type LoginResult, type Role, role } from '@shufang/contract';
import { z } from 'zod';
import { storedValue } from './stored-value.ts';

const session = LIMITS.sessionLifetimeMs;
const roleResponse = z.object({ payload: z.object({ role }) });

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
  userRoleName: storedValue('userRoleName', role),
  roleHttpResponse: storedValue('roleHttpResponse', roleResponse),
  rolersHttpResponse: storedValue('rolersHttpResponse', z.unknown()),
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

export const storeRole = (value: Role): void => {
  sessionValues.userRoleName.store(value);
  sessionValues.roleHttpResponse.store({ payload: { role: value } });
};

/** Removes the session and the role values from this device. */
export const clearStoredSession = (): void => {
  for (const kept of Object.values(sessionValues)) kept.remove();
};
