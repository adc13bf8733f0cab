/**
 * Access and refresh tokens: `<public id>.<generation>.<keyed hash>`. Both are computed from the session's row and the server's secret, so
 * none is stored, and two concurrent refreshes return the same tokens. Each purpose has its own key, so an access token is never accepted
 * as a refresh token.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AccountKeys } from '../account-keys.ts';
import type { SessionRow } from '../tables.ts';

type TokenPurpose = 'accessToken' | 'refreshToken';
type Keys = Pick<AccountKeys, TokenPurpose>;

const FORMAT = /^([\w-]{16,32})\.(0|[1-9]\d{0,8})\.([\w-]{43})$/;

const hashOf = (keys: Keys, purpose: TokenPurpose, sid: string, generation: number): string =>
  createHmac('sha256', keys[purpose]).update(`${sid}.${generation}`).digest('base64url');

export const makeSessionToken = (
  keys: Keys,
  purpose: TokenPurpose,
  { sid, publicId, generation }: Pick<SessionRow, 'sid' | 'publicId' | 'generation'>,
): string => `${publicId}.${generation}.${hashOf(keys, purpose, sid, generation)}`;

export interface ReadSessionToken {
  readonly publicId: string;
  readonly generation: number;
  readonly hash: string;
}

/** Splits a text that has the form of an access or refresh token. Does not verify that the token is genuine. */
export const readSessionTokenParts = (token: string): ReadSessionToken | undefined => {
  const [, publicId, generation, hash] = FORMAT.exec(token) ?? [];
  return publicId === undefined || hash === undefined ? undefined : { publicId, generation: Number(generation), hash };
};

/** Returns whether the server made this token for this session, in any generation. */
export const isTokenOfSession = (
  keys: Keys,
  purpose: TokenPurpose,
  { publicId, generation, hash }: ReadSessionToken,
  session: Pick<SessionRow, 'sid' | 'publicId'>,
): boolean =>
  publicId === session.publicId && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(keys, purpose, session.sid, generation)));
