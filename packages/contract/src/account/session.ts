import { z } from 'zod';

/** What a successful sign-in hands out; inherited spellings (product spec, section 3). */
export const loginResult = z.object({
  access_token: z.string(),
  /** Seconds. */
  expires_in: z.number().int(),
  refresh_token: z.string(),
  /** The login token: base64 of JSON `{v, kid, content, mac}`; `content` is itself JSON (security.md §2). */
  dpAuthToken: z.string(),
  loginTHQS: z.string(),
  /** True when this sign-in created the account. */
  registered: z.boolean(),
  /** The device of the same type that this sign-in signed out; null when there was none. */
  replaced: z.object({ name: z.string(), lastSeenAt: z.number().int() }).nullable(),
});
export type LoginResult = z.output<typeof loginResult>;

/** The user as the login token tells; nothing the server trusts. */
export const tokenContent = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string(),
  deviceType: z.enum(['web', 'pc', 'mobile']),
  sid: z.string(),
  /** UTC ms. */
  iat: z.number().int(),
  /** UTC ms; 15 days after `iat`. */
  exp: z.number().int(),
});
export type TokenContent = z.output<typeof tokenContent>;

export const role = z.enum(['admin', 'editor', 'finance', 'orgAdmin', 'expert', 'author', 'teacher', 'reader']);
export type Role = z.output<typeof role>;
