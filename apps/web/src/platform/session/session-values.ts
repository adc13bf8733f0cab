/** Session values in local storage, with the specified names and lifetimes (specification.md §3, §4). */
import { getAuthRole, LIMITS, type LoginResult, listAuthRoles, type OutputOf, role, type SessionCredentials } from '@shufang/contract';
import { z } from 'zod';
import { storeDeviceCredential } from './device-credentials.ts';
import { storedValue } from './stored-value.ts';

const session = LIMITS.sessionLifetimeMs;

/** A cached response about roles, with its user and time: it is ignored for other users and when it is too old. */
const cachedResponse = <Payload extends z.ZodType>(payload: Payload) => z.object({ payload, userId: z.string(), respondedAt: z.number() });

/** How long the owner of stored books is remembered, at most: the duration of a lease. */
const LEASE_MS = LIMITS.leaseDays * 86_400_000;

export const sessionValues = {
  /**
   * User who can read stored books on this device until `until`, the end of their last lease (UTC ms), also after the session has expired
   * because there was no network. Deleted with the session, and at every sign-in.
   */
  offlineReader: storedValue('offlineReader', z.object({ userId: z.string().min(1), until: z.number() }), LEASE_MS),
  dpAuth: storedValue('dpAuth', z.object({ token: z.string().min(1) }), session),
  centerToken: storedValue(
    'centerToken',
    z.object({ access_token: z.string(), expires_in: z.number(), refresh_token: z.string() }),
    session,
  ),
  loginThqs: storedValue('loginThqs', z.string(), session),
  token: storedValue('token', z.string(), session),
  avatar: storedValue('avatar', z.string(), session),
  /** Marker that is set briefly when a sign-in on another device has ended the session, so that other tabs of this browser are notified. */
  replaced: storedValue('sessionReplaced', z.literal(true)),
  userRoleName: storedValue('userRoleName', role),
  roleHttpResponse: storedValue('roleHttpResponse', cachedResponse(getAuthRole.output)),
  rolersHttpResponse: storedValue('rolersHttpResponse', cachedResponse(listAuthRoles.output)),
} as const;

/** Replaces the values of the previous sign-in, with a lifetime of 15 days. Role values stay. */
export const storeSignIn = (result: LoginResult, nowMs: number = Date.now()): void => {
  const { dpAuth, centerToken, loginThqs, token, offlineReader } = sessionValues;
  for (const old of [offlineReader, dpAuth, centerToken, loginThqs]) old.remove();
  storeDeviceCredential(result.deviceCredential);
  dpAuth.store({ token: result.dpAuthToken }, nowMs);
  centerToken.store({ access_token: result.access_token, expires_in: result.expires_in, refresh_token: result.refresh_token }, nowMs);
  loginThqs.store(result.loginTHQS, nowMs);
  token.store(result.dpAuthToken, nowMs);
};

/** Stores the result of a refresh, each value with another lifetime of 15 days. Role values stay. */
export const storeRefresh = (result: SessionCredentials, nowMs: number = Date.now()): void => {
  const { dpAuth, centerToken, loginThqs, token, avatar } = sessionValues;
  const avatarUrl = avatar.find(nowMs);
  dpAuth.store({ token: result.dpAuthToken }, nowMs);
  centerToken.store({ access_token: result.access_token, expires_in: result.expires_in, refresh_token: result.refresh_token }, nowMs);
  loginThqs.store(result.loginTHQS, nowMs);
  token.store(result.dpAuthToken, nowMs);
  if (avatarUrl !== undefined) avatar.store(avatarUrl, nowMs);
};

export const storeRole = (payload: OutputOf<typeof getAuthRole>, userId: string, nowMs: number = Date.now()): void => {
  sessionValues.userRoleName.store(payload.role, nowMs);
  sessionValues.roleHttpResponse.store({ payload, userId, respondedAt: nowMs }, nowMs);
};

export const storeRoles = (payload: OutputOf<typeof listAuthRoles>, userId: string, nowMs: number = Date.now()): void =>
  sessionValues.rolersHttpResponse.store({ payload, userId, respondedAt: nowMs }, nowMs);

/** Deletes the cached role responses, but not the role name, which menus use until the next response. */
export const dropStoredRoles = (): void => {
  sessionValues.roleHttpResponse.remove();
  sessionValues.rolersHttpResponse.remove();
};

/** Removes the session and the role values from this device. */
export const clearStoredSession = (): void => {
  for (const stored of Object.values(sessionValues)) stored.remove();
};
