/** Beginning and ending sessions. [Note: session lifetime] 15 days from sign-in, not prolonged by use (product spec section 9, security.md §2). */
import { randomBytes } from 'node:crypto';
import { CodedError, type DeviceCode, LIMITS, type LoginResult, type TokenContent } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { Account } from './account.ts';
import { nameOfDevice } from './device-name.ts';
import {
  deleteSessionBySid,
  deleteSessionOfDevice,
  deleteSessionsOfUser,
  findEndReason,
  findSessionExpiry,
  findSessionOfDeviceType,
  insertEndedSession,
  lockUser,
  putSession,
} from './session-store.ts';
import { signSessionToken } from './session-token.ts';
import type { EndReason, SessionRow, UserAccount } from './tables.ts';
import { requireUsableAccount } from './usable-account.ts';

/** Where a sign-in comes from. */
export interface Device {
  readonly deviceCode: DeviceCode;
  readonly deviceId: string | undefined;
  readonly userAgent: string;
}

/** Told to streams and other parts as `session:<sid>:ended`; the reason decides what the client says. */
interface SessionEnded {
  readonly sid: string;
  readonly userId: string;
  readonly reason: EndReason;
}
export const sessionEndedTopic = (sid: string): string => `session:${sid}:ended`;

type SessionParts = Pick<Account, 'db' | 'clock' | 'events' | 'keys'>;

const announceEnd = async ({ events }: Pick<Account, 'events'>, rows: readonly SessionRow[], reason: EndReason): Promise<void> => {
  for (const { sid, userId } of rows) await events.publish(sessionEndedTopic(sid), { sid, userId, reason } satisfies SessionEnded);
};

/** `provenTel`: the number that led to the account. `provenAgainst`: the password's hash the sign-in was checked with. */
type ProvenUser = Pick<UserAccount, 'id' | 'nickname' | 'avatar'> & {
  readonly provenTel?: string;
  readonly provenAgainst?: string | null;
};

/**
 * Opens a session for a person whose identity is proven. The session of the same device type, if any, is replaced: its token
 * hears `userBeenKickedOut`. Throws `account.frozen`, and `account.credentialsWrong` or `account.smsCodeWrong` when the password or the
 * number was changed since it was checked: a change ends every session of the old one, also one that is just about to begin.
 */
export const startSession = async (account: SessionParts, user: ProvenUser, device: Device, registered: boolean): Promise<LoginResult> => {
  const { db, clock, keys } = account;
  const { deviceCode: deviceType, deviceId = null } = device;
  const nowMs = clock.now();
  const content: TokenContent = {
    id: user.id,
    name: user.nickname,
    avatar: user.avatar,
    deviceType,
    sid: randomBytes(16).toString('base64url'),
    iat: nowMs,
    exp: nowMs + LIMITS.sessionLifetimeMs,
  };
  const replaced = await db.transaction(async (tx) => {
    const current = await lockUser(tx, user.id);
    await requireUsableAccount(tx, { id: user.id, status: current?.status ?? 'closed' });
    const byPassword = user.provenAgainst !== undefined;
    if (byPassword && current?.passwordHash !== user.provenAgainst) throw new CodedError('account.credentialsWrong');
    if (user.provenTel !== undefined && current?.tel !== user.provenTel)
      throw new CodedError(byPassword ? 'account.credentialsWrong' : 'account.smsCodeWrong');
    const before = await findSessionOfDeviceType(tx, user.id, deviceType);
    if (before !== undefined) await insertEndedSession(tx, before, 'replaced', nowMs);
    await putSession(tx, {
      userId: user.id,
      deviceType,
      sid: content.sid,
      deviceId,
      deviceName: nameOfDevice(device.userAgent),
      createdAt: nowMs,
      expiresAt: content.exp,
      lastSeenAt: nowMs,
    });
    return before;
  });
  if (replaced !== undefined) await announceEnd(account, [replaced], 'replaced');
  return {
    // Inherited fields of a former sign-in centre: our calls accept the login token only, these open nothing.
    access_token: randomBytes(16).toString('base64url'),
    refresh_token: randomBytes(16).toString('base64url'),
    loginTHQS: randomBytes(16).toString('base64url'),
    expires_in: LIMITS.sessionLifetimeMs / 1000,
    dpAuthToken: signSessionToken(keys, content),
    registered,
    replaced: replaced === undefined ? null : { name: replaced.deviceName, lastSeenAt: replaced.lastSeenAt },
  };
};

/** Ends one session for good. Ending it again, or one that was replaced, changes nothing. */
export const endSession = async (account: SessionParts, sid: string): Promise<void> => {
  const ended = await account.db.transaction(async (tx) => {
    const row = await deleteSessionBySid(tx, sid);
    if (row !== undefined) await insertEndedSession(tx, row, 'signedOut', account.clock.now());
    return row;
  });
  if (ended !== undefined) await announceEnd(account, [ended], 'signedOut');
};

/**
 * Ends the session a person has on one type of device, if it is the one that began at `createdAt`: a newer sign-in there is not
 * hit. Ending the caller's own (`callerSid`) is a sign-out.
 */
export const endSessionOfDevice = async (
  account: SessionParts,
  device: Pick<SessionRow, 'userId' | 'deviceType' | 'createdAt'>,
  callerSid: string,
): Promise<void> => {
  const ended = await account.db.transaction(async (tx) => {
    const row = await deleteSessionOfDevice(tx, device);
    if (row === undefined) return undefined;
    const reason = row.sid === callerSid ? 'signedOut' : 'revoked';
    await insertEndedSession(tx, row, reason, account.clock.now());
    return { row, reason } as const;
  });
  if (ended !== undefined) await announceEnd(account, [ended.row], ended.reason);
};

/** Whether a session is in force and until when, or what ended it. */
export const findSessionStanding = async (
  { db, clock }: Pick<Account, 'db' | 'clock'>,
  sid: string,
): Promise<{ readonly endsAt: number } | { readonly ended: EndReason | 'expired' }> => {
  const endsAt = await findSessionExpiry(db.orm, sid);
  if (endsAt !== undefined) return endsAt > clock.now() ? { endsAt } : { ended: 'expired' };
  return { ended: (await findEndReason(db.orm, sid)) ?? 'expired' };
};

/**
 * Ends every session of a person: password change or reset, freezing, deletion. `cause` is done first, in the same transaction.
 * `reason` decides what open clients do: `revoked` asks to sign in again, `signedOut` says nothing, for the person wished it.
 */
export const revokeSessions = async (
  account: Pick<Account, 'db' | 'clock' | 'events'>,
  userId: string,
  cause: (tx: Transaction) => Promise<void> = async () => undefined,
  reason: 'revoked' | 'signedOut' = 'revoked',
): Promise<void> => {
  const ended = await account.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await cause(tx);
    const rows = await deleteSessionsOfUser(tx, userId);
    for (const row of rows) await insertEndedSession(tx, row, reason, account.clock.now());
    return rows;
  });
  await announceEnd(account, ended, reason);
};
