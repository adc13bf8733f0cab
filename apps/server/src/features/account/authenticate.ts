/**
 * Authenticates every request. Each call reads the session's row in the database, so that no cache can make an ended session valid again.
 */
import type { DeviceCode } from '@shufang/contract';
import type { Authenticate, Authentication } from '../../platform/http/call-context.ts';
import { rolesInForce } from '../authorization/grants.ts';
import type { Account } from './account.ts';
import { isGenerationAccepted } from './session/refresh-session.ts';
import { findEndReason, findSession, findSessionByPublicId, touchSession } from './session/session-store.ts';
import { readSessionToken, tokenOfHeader } from './session/session-token.ts';
import { isTokenOfSession, readSessionTokenParts } from './session/session-tokens.ts';
import { openUploadToken } from './session/upload-token.ts';

/** Maximum time by which `last_seen_at` may lag behind the last call, so that a reading user does not cause a write at every call. */
const LAST_SEEN_STALE_MS = 5 * 60_000;

interface NamedSid {
  readonly sid: string;
  readonly userId: string;
  readonly deviceType: DeviceCode;
}

const ANONYMOUS: Authentication = { kind: 'anonymous' };
const REQUEST_LOGIN: Authentication = { kind: 'refused', code: 'requestLogin' };
const KICKED_OUT: Authentication = { kind: 'refused', code: 'userBeenKickedOut' };

/**
 * Returns the function that authenticates a request. Its result is `anonymous` without a token, and `refused` with `userBeenKickedOut` when
 * a newer sign-in replaced the session, and with `requestLogin` for every other token that is not valid: forged, altered, expired, signed
 * out, revoked, of another device type, sent without our scheme, or an access token or upload token where the call does not accept one.
 */
export const createAuthenticator = ({
  db,
  clock,
  keys,
  secondFactorRequired,
}: Pick<Account, 'db' | 'clock' | 'keys'> & Partial<Pick<Account, 'secondFactorRequired'>>): Authenticate => {
  /**
   * Returns the session of an access token. Accepts the session's current generation of tokens, and for a minute after a refresh also the
   * previous one.
   */
  const findByAccessToken = async (token: string, deviceCode: DeviceCode, nowMs: number): Promise<NamedSid | undefined> => {
    const parts = readSessionTokenParts(token);
    const row = parts && (await findSessionByPublicId(db.orm, parts.publicId));
    if (parts === undefined || row === undefined || row.deviceType !== deviceCode) return undefined;
    if (!isTokenOfSession(keys, 'accessToken', parts, row) || !isGenerationAccepted(row, parts.generation, nowMs)) return undefined;
    return { sid: row.sid, userId: row.userId, deviceType: row.deviceType };
  };

  /** Returns the session of a token that is not a login token; undefined if the operation does not accept this kind of token. */
  const findByOtherToken = async (
    token: string,
    deviceCode: DeviceCode,
    { acceptsAccessToken, acceptsUploadToken = false }: Parameters<Authenticate>[2] & object,
  ): Promise<NamedSid | undefined> => {
    const nowMs = clock.now();
    const upload = acceptsUploadToken ? openUploadToken(keys, token, nowMs) : undefined;
    return upload ?? (acceptsAccessToken ? findByAccessToken(token, deviceCode, nowMs) : undefined);
  };

  return async (authorization, deviceCode, accepted = { acceptsAccessToken: false }) => {
    const token = tokenOfHeader(authorization);
    if (token === undefined) return REQUEST_LOGIN;
    if (token === '') return ANONYMOUS;
    const nowMs = clock.now();
    const content = readSessionToken(keys, token);
    if (content !== undefined && (content.exp <= nowMs || content.deviceType !== deviceCode)) return REQUEST_LOGIN;
    const named =
      content === undefined
        ? await findByOtherToken(token, deviceCode, accepted)
        : { sid: content.sid, userId: content.id, deviceType: content.deviceType };
    if (named === undefined) return REQUEST_LOGIN;
    const found = await findSession(db.orm, named, nowMs);
    if (found === undefined) return (await findEndReason(db.orm, named.sid, nowMs)) === 'replaced' ? KICKED_OUT : REQUEST_LOGIN;
    if (found.expiresAt <= nowMs || found.status === 'frozen' || found.status === 'closed') return REQUEST_LOGIN;
    if (found.lastSeenAt + LAST_SEEN_STALE_MS <= nowMs) await touchSession(db.orm, named.sid, nowMs);
    const { roles, withheld } = rolesInForce(found.roles, found.secondFactor || secondFactorRequired !== true);
    const reader = { userId: named.userId, sid: named.sid, roles, ...(found.deviceId === null ? {} : { deviceId: found.deviceId }) };
    return { kind: 'reader', reader: withheld.length === 0 ? reader : { ...reader, withheldRoles: withheld } };
  };
};
