import { z } from 'zod';

/** The credentials of a session, in the specified spelling (specification.md §3). */
export const sessionCredentials = z.object({
  /** Token that `refreshSession` and `signOut` accept instead of the login token. It changes with each refresh, as `refresh_token` does. */
  access_token: z.string(),
  /** Seconds until the session ends unless it is refreshed. */
  expires_in: z.number().int(),
  /** Token for one call of `refreshSession`, which returns a new one. */
  refresh_token: z.string(),
  /** The login token: base64 of JSON `{v, kid, content, mac}`; `content` is itself JSON (security.md §2). Refreshes do not change it. */
  dpAuthToken: z.string(),
  /** Public id of the session: `sessionId` in the list of devices. Not a credential. */
  loginTHQS: z.string(),
});
export type SessionCredentials = z.output<typeof sessionCredentials>;

/** Result of a successful sign-in. */
export const loginResult = sessionCredentials.extend({
  /** Whether this sign-in created the account. */
  registered: z.boolean(),
  /** The device of the same type that this sign-in signed out; null when there was none. */
  replaced: z.object({ name: z.string(), lastSeenAt: z.number().int() }).nullable(),
  /** Whether a role of this account requires a second factor that is not set up; the role is withheld until then. */
  secondFactorMissing: z.boolean().optional(),
  /** Credential that proves to later sign-ins that the account trusts this device (`X-Device-Credential`); it grants no access. */
  deviceCredential: z.string().optional(),
});
export type LoginResult = z.output<typeof loginResult>;

/**
 * Payload of `account.deviceInUse`: the credentials were correct and a live session would be replaced. `ticket` is a sign-in ticket: with
 * it, `replaceDevice` completes the sign-in, once, from the same device, until `expiresAt` (UTC ms).
 */
export const deviceInUse = z.object({
  ticket: z.string(),
  expiresAt: z.number().int(),
  /** The device whose session ends if the sign-in is completed; `lastSeenAt` is UTC ms, exact to five minutes. */
  device: z.object({ name: z.string(), lastSeenAt: z.number().int() }),
  /** Path to continue at after an external sign-in (provider, institution); absent for other sign-ins. */
  returnTo: z.string().optional(),
});
export type DeviceInUse = z.output<typeof deviceInUse>;

/**
 * Payload of `account.secondFactorRequired`: the first factor was correct. `ticket` is a sign-in ticket that stands for the first factor
 * until `expiresAt` (UTC ms), on the same device.
 */
export const secondFactorRequired = z.object({
  ticket: z.string(),
  expiresAt: z.number().int(),
  returnTo: z.string().optional(),
});
export type SecondFactorRequired = z.output<typeof secondFactorRequired>;

/** Input fields and errors shared by all operations that can create a session. */
export const signInFields = {
  /**
   * What happens to a session on another device of the same type. `ask`: throws `account.deviceInUse`; `replace`, the default: ends that
   * session.
   */
  ifSignedInElsewhere: z.enum(['ask', 'replace']).optional(),
};
export const SIGN_IN_ERRORS = ['account.deviceInUse', 'account.secondFactorRequired', 'account.frozen'] as const;
export const signInRefusals = { 'account.deviceInUse': deviceInUse, 'account.secondFactorRequired': secondFactorRequired };

/** Content of the login token, for display in the client; the server does not trust it. */
export const tokenContent = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string(),
  deviceType: z.enum(['web', 'pc', 'mobile']),
  sid: z.string(),
  /** Time of the sign-in, UTC ms. */
  iat: z.number().int(),
  /**
   * Latest end of the session, UTC ms: 180 days after `iat`. It ends sooner if it is not refreshed for 15 days; only the server's record
   * decides.
   */
  exp: z.number().int(),
});
export type TokenContent = z.output<typeof tokenContent>;

export const role = z.enum(['admin', 'editor', 'finance', 'orgAdmin', 'expert', 'author', 'teacher', 'reader']);
export type Role = z.output<typeof role>;
