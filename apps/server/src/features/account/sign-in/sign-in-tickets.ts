/**
 * Sign-in tickets, with which a client continues a sign-in that stopped between two steps. The only SQL on `sign_in_ticket`. A sign-in
 * ticket is random, stored as a hash, and valid once, for one purpose, and only from the device it was given to, whatever its IP address.
 */

import { createHash, randomBytes } from 'node:crypto';
import { CodedError, type DeviceCode } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../../platform/database.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import type { Account } from '../account.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import type { SignInTicketPurpose, SignInTicketRow } from '../tables.ts';

const LIFETIME_MS: Readonly<Record<SignInTicketPurpose, number>> = {
  secondFactor: ACCOUNT_LIMITS.secondFactorTicketMs,
  replaceDevice: ACCOUNT_LIMITS.replaceDeviceTicketMs,
};

/** The sign-in ticket that the client sends to complete a step. */
export interface ShownTicket {
  readonly ticket: string;
  readonly purpose: SignInTicketPurpose;
}

/** The device that a sign-in ticket is bound to. */
interface TicketHolder {
  readonly deviceCode: DeviceCode;
  readonly deviceId: string | undefined;
}

const hashOf = ({ purpose, ticket }: ShownTicket): string =>
  createHash('sha256').update(`sign-in ticket|${purpose}|${ticket}`).digest('base64url');

/** A fingerprint of the account's current credentials; a different value means that they were changed. */
export const credentialsHashOf = ({ tel, passwordHash }: { tel: string | null; passwordHash: string | null }): string =>
  createHash('sha256')
    .update(JSON.stringify([tel, passwordHash]))
    .digest('base64url');

type TicketContent = Omit<SignInTicketRow, 'ticketHash' | 'tries' | 'expiresAt' | 'deviceType' | 'deviceId'>;

/** Stores a new sign-in ticket. Returns it with its expiry (UTC ms). */
export const issueSignInTicket = async (
  tx: Transaction,
  content: TicketContent,
  holder: TicketHolder,
  nowMs: number,
): Promise<{ ticket: string; expiresAt: number }> => {
  const ticket = randomBytes(16).toString('base64url');
  const expiresAt = nowMs + LIFETIME_MS[content.purpose];
  const { purpose, userId, credentialsHash, registered, asks, shownSid, returnTo, followUp } = content;
  await tx.execute(sql`delete from sign_in_ticket where expires_at < ${nowMs}`);
  await tx.execute(sql`insert into sign_in_ticket (ticket_hash, purpose, user_id, device_type, device_id, credentials_hash, registered, asks,
      shown_sid, return_to, follow_up, expires_at)
    values (${hashOf({ purpose, ticket })}, ${purpose}, ${userId}, ${holder.deviceCode}, ${holder.deviceId ?? null}, ${credentialsHash},
      ${registered}, ${asks}, ${shownSid}, ${returnTo}, ${followUp}, ${expiresAt})`);
  return { ticket, expiresAt };
};

const isLive = (shown: ShownTicket, nowMs: number): SQL => sql`(ticket_hash = ${hashOf(shown)} and expires_at > ${nowMs})`;

const isHeldBy = (row: SignInTicketRow, { deviceCode, deviceId }: TicketHolder): boolean =>
  row.deviceType === deviceCode && row.deviceId === (deviceId ?? null);

/** Returns the stopped sign-in of this sign-in ticket. Throws `account.signInExpired` when there is none for this device. */
export const getSignInTicket = async (
  { db, clock }: Pick<Account, 'db' | 'clock'>,
  shown: ShownTicket,
  holder: TicketHolder,
): Promise<SignInTicketRow> => {
  const { rows } = await db.orm.execute<Row<SignInTicketRow>>(sql`select ticket_hash as "ticketHash", purpose, user_id as "userId",
      device_type as "deviceType", device_id as "deviceId", credentials_hash as "credentialsHash", registered, asks,
      shown_sid as "shownSid", return_to as "returnTo", follow_up as "followUp", tries, expires_at as "expiresAt"
    from sign_in_ticket where ${isLive(shown, clock.now())}`);
  const [row] = rows;
  if (row === undefined || !isHeldBy(row, holder)) throw new CodedError('account.signInExpired');
  return row;
};

/** Counts one try of the second factor, before it is checked. Throws `account.signInExpired` when no tries are left. */
export const takeSignInTry = async ({ db, clock }: Pick<Account, 'db' | 'clock'>, shown: ShownTicket): Promise<void> => {
  const { rowCount } = await db.orm.execute(sql`update sign_in_ticket set tries = tries + 1
    where ${isLive(shown, clock.now())} and tries < ${ACCOUNT_LIMITS.secondFactorTries}`);
  if (rowCount !== 1) throw new CodedError('account.signInExpired');
};

/** Uses up the sign-in ticket. Of several concurrent calls only one returns true. */
export const useSignInTicket = async (tx: Transaction, shown: ShownTicket, nowMs: number): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`delete from sign_in_ticket where ${isLive(shown, nowMs)}`);
  return rowCount === 1;
};

/**
 * Deletes the sign-in tickets of a user whose password changed or whose account was frozen or closed, so that no sign-in that began earlier
 * continues.
 */
export const deleteSignInTicketsOfUser = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from sign_in_ticket where user_id = ${userId}`);
};

/** Deletes expired sign-in tickets. Returns how many. */
export const deleteExpiredSignInTickets = async (db: Queryable, nowMs: number): Promise<number> => {
  const { rowCount } = await db.execute(sql`delete from sign_in_ticket where expires_at < ${nowMs}`);
  return rowCount ?? 0;
};
