/**
 * Opens and ends sessions. [Note: session lifetime] 15 days from sign-in or the last refresh (`refresh-session.ts`), at most 180 days from
 * sign-in (security.md §2).
 */

import { randomBytes } from 'node:crypto';
import { type DeviceCode, LIMITS, type LoginResult, type SessionCredentials, type TokenContent } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { Account } from './account.ts';
import { nameOfDevice } from './devices/device-name.ts';
import { issueDeviceCredential } from './devices/known-devices.ts';
import { ACCOUNT_LIMITS } from './limits.ts';
import {
  deleteSessionBySid,
  deleteSessionOfDevice,
  deleteSessionsOfUser,
  findEndReason,
  findSessionExpiry,
  insertEndedSession,
  insertSession,
  listSessionsOfDeviceType,
  lockUser,
  type NamedSession,
} from './session/session-store.ts';
import { sealTokenContent } from './session/session-token.ts';
import { makeSessionToken } from './session/session-tokens.ts';
import { deleteSignInTicketsOfUser } from './sign-in/sign-in-tickets.ts';
import type { EndReason, SessionRow, UserAccount } from './tables.ts';
import { forgetKnownDevices } from './user-store.ts';

/** The device and client that sign in. */
export interface Device {
  readonly deviceCode: DeviceCode;
  readonly deviceId: string | undefined;
  /** Credentials that the device received at earlier sign-ins, as presented and not yet verified (`known-devices.ts`). */
  readonly deviceCredentials?: readonly string[] | undefined;
  readonly userAgent: string;
  /** Client IP; absent where the server itself signs a user in. */
  readonly address?: string | undefined;
}

/**
 * The event that a session ended, published as `session:<sid>:ended` to streams and other slices; the reason decides what the client
 * shows.
 */
interface SessionEnded {
  readonly sid: string;
  readonly userId: string;
  readonly reason: EndReason;
}
export const sessionEndedTopic = (sid: string): string => `session:${sid}:ended`;

type SessionDependencies = Pick<Account, 'db' | 'clock' | 'events' | 'keys'>;

export const announceEnd = async ({ events }: Pick<Account, 'events'>, rows: readonly SessionRow[], reason: EndReason): Promise<void> => {
  for (const { sid, userId } of rows) await events.publish(sessionEndedTopic(sid), { sid, userId, reason } satisfies SessionEnded);
};

/** Returns whether the session belongs to the calling device; false for a caller without a device id, which may be any device. */
const isOfInstallation = (row: SessionRow, { deviceId }: Device): boolean => deviceId !== undefined && row.deviceId === deviceId;

/** Returns the live session on another device that a sign-in on this device would end: the oldest, when the maximum is reached. */
export const findSessionToReplace = async (
  { clock, sessionsPerDeviceType }: Pick<Account, 'clock' | 'sessionsPerDeviceType'>,
  tx: Transaction,
  userId: string,
  device: Device,
): Promise<SessionRow | undefined> => {
  const live = await listSessionsOfDeviceType(tx, userId, device.deviceCode, clock.now());
  const others = live.filter((row) => !isOfInstallation(row, device));
  return others.length < sessionsPerDeviceType ? undefined : others[0];
};

export interface OpenedSession {
  readonly sid: string;
  readonly credentials: SessionCredentials & Pick<LoginResult, 'deviceCredential'>;
  /** The sessions on other devices that this sign-in ended. */
  readonly replaced: readonly SessionRow[];
  /** All sessions that this sign-in ended, including an earlier one of the same device. */
  readonly ended: readonly SessionRow[];
}

/** Returns the credentials of a session that the client receives at sign-in and at each refresh. */
export const credentialsOf = ({ keys }: Pick<Account, 'keys'>, row: SessionRow, nowMs: number): SessionCredentials => ({
  access_token: makeSessionToken(keys, 'accessToken', row),
  expires_in: Math.floor((row.expiresAt - nowMs) / 1000),
  refresh_token: makeSessionToken(keys, 'refreshToken', row),
  dpAuthToken: sealTokenContent(keys, row.tokenContent),
  loginTHQS: row.publicId,
});

/**
 * Opens a session. An earlier session of the same device ends. If the new session would exceed the maximum for the device type
 * (`sessionsPerDeviceType`), the oldest ones on other devices end. Only `complete-sign-in.ts` decides whether a session may open.
 */
export const openSession = async (
  account: Pick<Account, 'clock' | 'keys' | 'sessionsPerDeviceType'>,
  tx: Transaction,
  user: Pick<UserAccount, 'id' | 'nickname' | 'avatar'>,
  device: Device,
  secondFactor: boolean,
): Promise<OpenedSession> => {
  const { deviceCode: deviceType, deviceId = null } = device;
  const nowMs = account.clock.now();
  const content: TokenContent = {
    id: user.id,
    name: user.nickname,
    avatar: user.avatar,
    deviceType,
    sid: randomBytes(16).toString('base64url'),
    iat: nowMs,
    exp: nowMs + ACCOUNT_LIMITS.sessionAgeMaxMs,
  };
  const live = await listSessionsOfDeviceType(tx, user.id, deviceType, nowMs);
  const others = live.filter((row) => !isOfInstallation(row, device));
  const replaced = others.slice(0, Math.max(0, others.length + 1 - account.sessionsPerDeviceType));
  const ended = [...live.filter((row) => isOfInstallation(row, device)), ...replaced];
  for (const row of ended) {
    await deleteSessionBySid(tx, row.sid);
    await insertEndedSession(tx, row, 'replaced', nowMs);
  }
  const row: SessionRow = {
    userId: user.id,
    deviceType,
    sid: content.sid,
    deviceId,
    deviceName: nameOfDevice(device.userAgent),
    createdAt: nowMs,
    expiresAt: nowMs + LIMITS.sessionLifetimeMs,
    lastSeenAt: nowMs,
    publicId: randomBytes(16).toString('base64url'),
    tokenContent: JSON.stringify(content),
    generation: 0,
    rotatedAt: nowMs,
    secondFactor,
  };
  await insertSession(tx, row);
  const deviceCredential = issueDeviceCredential(account, user.id, device.deviceId);
  return { sid: row.sid, credentials: { ...credentialsOf(account, row, nowMs), deviceCredential }, replaced, ended };
};

/** Ends one session permanently. Changes nothing for a session that has ended or was replaced. */
export const endSession = async (account: SessionDependencies, sid: string): Promise<void> => {
  const ended = await account.db.transaction(async (tx) => {
    const row = await deleteSessionBySid(tx, sid);
    if (row !== undefined) await insertEndedSession(tx, row, 'signedOut', account.clock.now());
    return row;
  });
  if (ended !== undefined) await announceEnd(account, [ended], 'signedOut');
};

/**
 * Ends the user's session on one device type if it began at `createdAt`; a newer sign-in there is not affected. Ending the caller's own
 * session (`callerSid`) is a sign-out.
 */
export const endSessionOfDevice = async (account: SessionDependencies, device: NamedSession, callerSid: string): Promise<void> => {
  const ended = await account.db.transaction(async (tx) => {
    const row = await deleteSessionOfDevice(tx, device);
    if (row === undefined) return undefined;
    const reason = row.sid === callerSid ? 'signedOut' : 'revoked';
    await insertEndedSession(tx, row, reason, account.clock.now());
    return { row, reason } as const;
  });
  if (ended !== undefined) await announceEnd(account, [ended.row], ended.reason);
};

/** Returns whether a session is in force and until when, or why it ended. */
export const findSessionStatus = async (
  { db, clock }: Pick<Account, 'db' | 'clock'>,
  sid: string,
): Promise<{ readonly endsAt: number } | { readonly ended: EndReason | 'expired' }> => {
  const endsAt = await findSessionExpiry(db.orm, sid);
  if (endsAt !== undefined) return endsAt > clock.now() ? { endsAt } : { ended: 'expired' };
  return { ended: (await findEndReason(db.orm, sid, clock.now())) ?? 'expired' };
};

/**
 * Ends every session of a user (password change or reset, freezing, deletion) and invalidates the credentials of known devices. `cause`
 * runs first, in the same transaction.
 * `reason` decides what open clients show: `revoked` asks to sign in again, `signedOut` shows nothing, because the user requested it.
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
    await deleteSignInTicketsOfUser(tx, userId);
    await forgetKnownDevices(tx, userId, account.clock.now());
    const rows = await deleteSessionsOfUser(tx, userId);
    for (const row of rows) await insertEndedSession(tx, row, reason, account.clock.now());
    return rows;
  });
  await announceEnd(account, ended, reason);
};
