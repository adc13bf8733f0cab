/** The only SQL of links to providers, of sign-in attempts with providers, and of their sign-in tickets. */
import type { SignInProvider } from '@shufang/contract';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { accountLink, providerSignInAttempt, providerTicket, type UserAccount, userAccount } from '../tables.ts';

export type ProviderSignInAttempt = typeof providerSignInAttempt.$inferSelect;
type ProviderTicket = typeof providerTicket.$inferSelect;

export const insertProviderAttempt = async (db: Queryable, attempt: ProviderSignInAttempt, nowMs: number): Promise<void> => {
  await db.delete(providerSignInAttempt).where(lt(providerSignInAttempt.expiresAt, nowMs));
  await db.insert(providerSignInAttempt).values(attempt);
};

/**
 * Deletes the sign-in attempt, so that only one of two concurrent callbacks is processed. Returns it if it is an attempt with this provider.
 */
export const takeProviderAttempt = async (
  db: Queryable,
  provider: SignInProvider,
  state: string,
): Promise<ProviderSignInAttempt | undefined> => {
  const [attempt] = await db.delete(providerSignInAttempt).where(eq(providerSignInAttempt.state, state)).returning();
  return attempt?.provider === provider ? attempt : undefined;
};

export const insertProviderTicket = async (db: Queryable, ticket: ProviderTicket, nowMs: number): Promise<void> => {
  await db.delete(providerTicket).where(lt(providerTicket.expiresAt, nowMs));
  await db.insert(providerTicket).values(ticket);
};

/** Returns the sign-in ticket if it is of this provider and has not expired. */
export const findProviderTicket = async (
  db: Queryable,
  { provider, ticketHash }: Pick<ProviderTicket, 'provider' | 'ticketHash'>,
  nowMs: number,
): Promise<ProviderTicket | undefined> => {
  const rows = await db
    .select()
    .from(providerTicket)
    .where(and(eq(providerTicket.ticketHash, ticketHash), eq(providerTicket.provider, provider), gt(providerTicket.expiresAt, nowMs)));
  return rows[0];
};

/** Uses up the sign-in ticket. Of several concurrent calls only one returns true. */
export const useProviderTicket = async (tx: Transaction, ticketHash: string): Promise<boolean> => {
  const { rowCount } = await tx.delete(providerTicket).where(eq(providerTicket.ticketHash, ticketHash));
  return rowCount === 1;
};

/** Returns the user to whom the provider's user is linked. */
export const findUserByProvider = async (
  db: Queryable,
  { provider, subject }: { readonly provider: SignInProvider; readonly subject: string },
): Promise<UserAccount | undefined> => {
  const rows = await db
    .select({ user: userAccount })
    .from(accountLink)
    .innerJoin(userAccount, eq(userAccount.id, accountLink.userId))
    .where(and(eq(accountLink.provider, provider), eq(accountLink.subject, subject)));
  return rows[0]?.user;
};

/**
 * Links a user and a provider's user. Returns true when the two are linked now, also if they already were; false when one of them is already
 * linked to someone else, also by a concurrent call.
 */
export const linkProvider = async (db: Queryable, link: typeof accountLink.$inferSelect): Promise<boolean> => {
  await db.insert(accountLink).values(link).onConflictDoNothing();
  const rows = await db
    .select({ subject: accountLink.subject })
    .from(accountLink)
    .where(and(eq(accountLink.provider, link.provider), eq(accountLink.userId, link.userId)));
  return rows[0]?.subject === link.subject;
};

export const unlinkProvider = async (db: Queryable, provider: SignInProvider, userId: string): Promise<void> => {
  await db.delete(accountLink).where(and(eq(accountLink.provider, provider), eq(accountLink.userId, userId)));
};

/** Deletes expired sign-in attempts and sign-in tickets. Returns how many. */
export const deleteExpiredAttempts = async (db: Queryable, nowMs: number): Promise<number> => {
  const attempts = await db.delete(providerSignInAttempt).where(lt(providerSignInAttempt.expiresAt, nowMs));
  const tickets = await db.delete(providerTicket).where(lt(providerTicket.expiresAt, nowMs));
  return (attempts.rowCount ?? 0) + (tickets.rowCount ?? 0);
};
