/** Who a request is from, asked at every call. The database row decides, so nothing cached can revive an ended session. */
import type { DeviceCode } from '@shufang/contract';
import type { Authenticate, Authentication } from '../../platform/http/call-context.ts';
import type { Account } from './account.ts';
import { findEndReason, prepareFindSession, touchSession } from './session-store.ts';
import { readSessionToken, tokenOfHeader } from './session-token.ts';

/** How far `last_seen_at` may lie behind, so that reading does not write at every call. */
const LAST_SEEN_STALE_MS = 5 * 60_000;

const ANONYMOUS: Authentication = { kind: 'anonymous' };
const REQUEST_LOGIN: Authentication = { kind: 'refused', code: 'requestLogin' };
const KICKED_OUT: Authentication = { kind: 'refused', code: 'userBeenKickedOut' };

/**
 * `anonymous` without a token; `refused` with `userBeenKickedOut` when a newer sign-in took the session's place, and with
 * `requestLogin` for every other token that is not live: forged, altered, expired, signed out, revoked, of another device type.
 */
export const createAuthenticator = ({ db, clock, keys }: Pick<Account, 'db' | 'clock' | 'keys'>): Authenticate => {
  const findSession = prepareFindSession(db.orm);
  return async (authorization: string | undefined, deviceCode: DeviceCode): Promise<Authentication> => {
    const token = tokenOfHeader(authorization);
    if (token === '') return ANONYMOUS;
    const content = readSessionToken(keys, token);
    const nowMs = clock.now();
    if (content === undefined || content.exp <= nowMs || content.deviceType !== deviceCode) return REQUEST_LOGIN;
    const found = await findSession(content.id, content.deviceType, nowMs);
    if (found?.sid !== content.sid) return (await findEndReason(db.orm, content.sid)) === 'replaced' ? KICKED_OUT : REQUEST_LOGIN;
    if (found.expiresAt <= nowMs || found.status === 'frozen' || found.status === 'closed') return REQUEST_LOGIN;
    if (found.lastSeenAt + LAST_SEEN_STALE_MS <= nowMs) await touchSession(db.orm, content.sid, nowMs);
    return { kind: 'reader', reader: { userId: content.id, sid: content.sid, roles: found.roles } };
  };
};
