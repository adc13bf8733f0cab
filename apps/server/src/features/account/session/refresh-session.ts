/** Extends the session of an active client, and ends it when its refresh token was copied. */

import { CodedError, LIMITS } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { announceEnd, credentialsOf, type Device } from '../sessions.ts';
import type { SessionRow } from '../tables.ts';
import { deleteSessionBySid, insertEndedSession, lockSession, prolongSession } from './session-store.ts';
import { isTokenOfSession, readSessionTokenParts } from './session-tokens.ts';

/**
 * Returns whether tokens of this generation are accepted: of the current one, and for a minute after a rotation also of the previous one,
 * for calls in progress.
 */
export const isGenerationAccepted = (row: Pick<SessionRow, 'generation' | 'rotatedAt'>, generation: number, nowMs: number): boolean =>
  generation === row.generation || (generation === row.generation - 1 && nowMs - row.rotatedAt <= ACCOUNT_LIMITS.refreshOverlapMs);

const isSameDevice = (row: SessionRow, { deviceCode, deviceId }: Device): boolean =>
  row.deviceType === deviceCode && row.deviceId === (deviceId ?? null);

/**
 * Returns the credentials of the caller's session, which lives 15 days from now, at most 180 days after its sign-in. The refresh token
 * rotates. For 60 s the previous one returns the current tokens, so that concurrent refreshes get the same result. Throws `requestLogin`: a
 * token of another session changes nothing; an old token of this session, or one sent from another device, ends the session.
 */
export const refreshSession: UseCase<'refreshSession', Pick<Account, 'db' | 'clock' | 'events' | 'keys'>> = async (
  account,
  caller,
  input,
) => {
  const { sid } = caller.reader;
  const token = readSessionTokenParts(input.refresh_token);
  const outcome = await account.db.transaction(
    async (tx): Promise<{ live: SessionRow; nowMs: number } | { copied: SessionRow } | undefined> => {
      const row = await lockSession(tx, sid);
      const nowMs = account.clock.now();
      if (row === undefined || row.expiresAt <= nowMs || row.tokenContent === '') return undefined;
      if (token === undefined || !isTokenOfSession(account.keys, 'refreshToken', token, row)) return undefined;
      if (!isSameDevice(row, caller) || !isGenerationAccepted(row, token.generation, nowMs)) {
        await deleteSessionBySid(tx, sid);
        await insertEndedSession(tx, row, 'revoked', nowMs);
        return { copied: row };
      }
      if (token.generation !== row.generation) return { live: row, nowMs };
      const changed = {
        generation: row.generation + 1,
        rotatedAt: nowMs,
        expiresAt: Math.min(nowMs + LIMITS.sessionLifetimeMs, row.createdAt + ACCOUNT_LIMITS.sessionAgeMaxMs),
        lastSeenAt: nowMs,
      };
      await prolongSession(tx, sid, changed);
      return { live: { ...row, ...changed }, nowMs };
    },
  );
  if (outcome === undefined) throw new CodedError('requestLogin');
  if ('copied' in outcome) {
    await announceEnd(account, [outcome.copied], 'revoked');
    throw new CodedError('requestLogin');
  }
  return credentialsOf(account, outcome.live, outcome.nowMs);
};
