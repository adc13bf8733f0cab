/**
 * Sign-in tickets, with which a client continues a sign-in that stopped between two steps. The only SQL on `sign_in_ticket`. A sign-in
 * ticket is random, stored as a hash, and valid once, for one purpose, and only from the device it was given to, whatever its IP address.
 */

import { createHash, randomBytes } from 'node:crypto';
import { CodedError, type DeviceCode } from '@shufang/contract';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { Account } from '../account.ts';
import { ACCOUNT_LIMITS } from '../limits.ts';
import { type SignInTicketPurpose, type SignInTicketRow, signInTicket } from '../tables.ts';

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
  await tx.delete(signInTicket).where(lt(signInTicket.expiresAt, nowMs));
  await tx.insert(signInTicket).values({
    ...content,
    ticketHash: hashOf({ purpose: content.purpose, ticket }),
    deviceType: holder.deviceCode,
    deviceId: holder.deviceId ?? null,
    expiresAt,
  });
  return { ticket, expiresAt };
};

const isLive = (shown: ShownTicket, nowMs: number) => and(eq(signInTicket.ticketHash, hashOf(shown)), gt(signInTicket.expiresAt, nowMs));

const isHeldBy = (row: SignInTicketRow, { deviceCode, deviceId }: TicketHolder): boolean =>
  row.deviceType === deviceCode && row.deviceId === (deviceId ?? null);

/** Returns the stopped sign-in of this sign-in ticket. Throws `account.signInExpired` when there is none for this device. */
export const getSignInTicket = async (
  { db, clock }: Pick<Account, 'db' | 'clock'>,
  shown: ShownTicket,
  holder: TicketHolder,
): Promise<SignInTicketRow> => {
  const [row] = await db.orm.select().from(signInTicket).where(isLive(shown, clock.now()));
  if (row === undefined || !isHeldBy(row, holder)) throw new CodedError('account.signInExpired');
  return row;
};

/** Counts one try of the second factor, before it is checked. Throws `account.signInExpired` when no tries are left. */
export const takeSignInTry = async ({ db, clock }: Pick<Account, 'db' | 'clock'>, shown: ShownTicket): Promise<void> => {
  const { rowCount } = await db.orm
    .update(signInTicket)
    .set({ tries: sql`${signInTicket.tries} + 1` })
    .where(and(isLive(shown, clock.now()), lt(signInTicket.tries, ACCOUNT_LIMITS.secondFactorTries)));
  if (rowCount !== 1) throw new CodedError('account.signInExpired');
};

/** Uses up the sign-in ticket. Of several concurrent calls only one returns true. */
export const useSignInTicket = async (tx: Transaction, shown: ShownTicket, nowMs: number): Promise<boolean> => {
  const { rowCount } = await tx.delete(signInTicket).where(isLive(shown, nowMs));
  return rowCount === 1;
};

/**
 * Deletes the sign-in tickets of a user whose password changed or whose account was frozen or closed, so that no sign-in that began earlier
 * continues.
 */
export const deleteSignInTicketsOfUser = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.delete(signInTicket).where(eq(signInTicket.userId, userId));
};

/** Deletes expired sign-in tickets. Returns how many. */
export const deleteExpiredSignInTickets = async (db: Queryable, nowMs: number): Promise<number> => {
  const { rowCount } = await db.delete(signInTicket).where(lt(signInTicket.expiresAt, nowMs));
  return rowCount ?? 0;
};
