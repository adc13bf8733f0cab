/** The only SQL of links to providers, of sign-in attempts with providers, and of their sign-in tickets. */
import type { SignInProvider } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { USER_COLUMNS, type UserAccount } from '../tables.ts';

export interface ProviderSignInAttempt {
  readonly state: string;
  readonly provider: SignInProvider;
  readonly proofHash: string;
  readonly userId: string | null;
  readonly returnTo: string;
  readonly checkData: string;
  readonly expiresAt: number;
}

interface ProviderTicket {
  readonly ticketHash: string;
  readonly provider: SignInProvider;
  readonly subject: string;
  readonly nickname: string;
  readonly expiresAt: number;
}

export const insertProviderAttempt = async (
  db: Queryable,
  { state, provider, proofHash, userId, returnTo, checkData, expiresAt }: ProviderSignInAttempt,
  nowMs: number,
): Promise<void> => {
  await db.execute(sql`delete from provider_sign_in_attempt where expires_at < ${nowMs}`);
  await db.execute(sql`insert into provider_sign_in_attempt (state, provider, proof_hash, user_id, return_to, check_data, expires_at)
    values (${state}, ${provider}, ${proofHash}, ${userId}, ${returnTo}, ${checkData}, ${expiresAt})`);
};

/**
 * Deletes the sign-in attempt, so that only one of two concurrent callbacks is processed. Returns it if it is an attempt with this provider.
 */
export const takeProviderAttempt = async (
  db: Queryable,
  provider: SignInProvider,
  state: string,
): Promise<ProviderSignInAttempt | undefined> => {
  const { rows } = await db.execute<Row<ProviderSignInAttempt>>(sql`delete from provider_sign_in_attempt where state = ${state}
    returning state, provider, proof_hash as "proofHash", user_id as "userId", return_to as "returnTo", check_data as "checkData",
      expires_at as "expiresAt"`);
  const [attempt] = rows;
  return attempt?.provider === provider ? attempt : undefined;
};

export const insertProviderTicket = async (
  db: Queryable,
  { ticketHash, provider, subject, nickname, expiresAt }: ProviderTicket,
  nowMs: number,
): Promise<void> => {
  await db.execute(sql`delete from provider_ticket where expires_at < ${nowMs}`);
  await db.execute(sql`insert into provider_ticket (ticket_hash, provider, subject, nickname, expires_at)
    values (${ticketHash}, ${provider}, ${subject}, ${nickname}, ${expiresAt})`);
};

/** Returns the sign-in ticket if it is of this provider and has not expired. */
export const findProviderTicket = async (
  db: Queryable,
  { provider, ticketHash }: Pick<ProviderTicket, 'provider' | 'ticketHash'>,
  nowMs: number,
): Promise<ProviderTicket | undefined> => {
  const { rows } = await db.execute<Row<ProviderTicket>>(sql`select ticket_hash as "ticketHash", provider, subject, nickname,
      expires_at as "expiresAt"
    from provider_ticket where ticket_hash = ${ticketHash} and provider = ${provider} and expires_at > ${nowMs}`);
  return rows[0];
};

/** Uses up the sign-in ticket. Of several concurrent calls only one returns true. */
export const useProviderTicket = async (tx: Transaction, ticketHash: string): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`delete from provider_ticket where ticket_hash = ${ticketHash}`);
  return rowCount === 1;
};

/** Returns the user to whom the provider's user is linked. */
export const findUserByProvider = async (
  db: Queryable,
  { provider, subject }: { readonly provider: SignInProvider; readonly subject: string },
): Promise<UserAccount | undefined> => {
  const { rows } = await db.execute<Row<UserAccount>>(sql`select ${USER_COLUMNS}
    from account_link l join user_account u on u.id = l.user_id where l.provider = ${provider} and l.subject = ${subject}`);
  return rows[0];
};

/**
 * Links a user and a provider's user. Returns true when the two are linked now, also if they already were; false when one of them is already
 * linked to someone else, also by a concurrent call.
 */
export const linkProvider = async (
  db: Queryable,
  { provider, subject, userId, createdAt }: { provider: SignInProvider; subject: string; userId: string; createdAt: number },
): Promise<boolean> => {
  await db.execute(sql`insert into account_link (provider, subject, user_id, created_at)
    values (${provider}, ${subject}, ${userId}, ${createdAt}) on conflict do nothing`);
  const { rows } = await db.execute<{ subject: string }>(
    sql`select subject from account_link where provider = ${provider} and user_id = ${userId}`,
  );
  return rows[0]?.subject === subject;
};

export const unlinkProvider = async (db: Queryable, provider: SignInProvider, userId: string): Promise<void> => {
  await db.execute(sql`delete from account_link where provider = ${provider} and user_id = ${userId}`);
};

/** Deletes expired sign-in attempts and sign-in tickets. Returns how many. */
export const deleteExpiredAttempts = async (db: Queryable, nowMs: number): Promise<number> => {
  const attempts = await db.execute(sql`delete from provider_sign_in_attempt where expires_at < ${nowMs}`);
  const tickets = await db.execute(sql`delete from provider_ticket where expires_at < ${nowMs}`);
  return (attempts.rowCount ?? 0) + (tickets.rowCount ?? 0);
};
