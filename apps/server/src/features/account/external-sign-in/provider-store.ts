/** The only SQL of links to WeChat, of WeChat sign-in attempts, and of their sign-in tickets. */
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { accountLink, type UserAccount, userAccount, wechatState, wechatTicket } from '../tables.ts';

export type ProviderSignInAttempt = typeof wechatState.$inferSelect;
export type ProviderTicket = typeof wechatTicket.$inferSelect;

export const insertProviderAttempt = async (db: Queryable, attempt: ProviderSignInAttempt, nowMs: number): Promise<void> => {
  await db.delete(wechatState).where(lt(wechatState.expiresAt, nowMs));
  await db.insert(wechatState).values(attempt);
};

/** Deletes and returns the sign-in attempt, so that only one of two concurrent callbacks is processed. */
export const takeProviderAttempt = async (db: Queryable, state: string): Promise<ProviderSignInAttempt | undefined> => {
  const rows = await db.delete(wechatState).where(eq(wechatState.state, state)).returning();
  return rows[0];
};

export const insertProviderTicket = async (db: Queryable, ticket: ProviderTicket, nowMs: number): Promise<void> => {
  await db.delete(wechatTicket).where(lt(wechatTicket.expiresAt, nowMs));
  await db.insert(wechatTicket).values(ticket);
};

/** Returns the sign-in ticket if it has not expired. */
export const findProviderTicket = async (db: Queryable, ticketHash: string, nowMs: number): Promise<ProviderTicket | undefined> => {
  const rows = await db
    .select()
    .from(wechatTicket)
    .where(and(eq(wechatTicket.ticketHash, ticketHash), gt(wechatTicket.expiresAt, nowMs)));
  return rows[0];
};

/** Uses up the sign-in ticket. Of several concurrent calls only one returns true. */
export const useProviderTicket = async (tx: Transaction, ticketHash: string): Promise<boolean> => {
  const rows = await tx.delete(wechatTicket).where(eq(wechatTicket.ticketHash, ticketHash)).returning({ hash: wechatTicket.ticketHash });
  return rows.length === 1;
};

/** Returns the user this WeChat subject is linked to. */
export const findUserByProvider = async (db: Queryable, subject: string): Promise<UserAccount | undefined> => {
  const rows = await db
    .select({ user: userAccount })
    .from(accountLink)
    .innerJoin(userAccount, eq(userAccount.id, accountLink.userId))
    .where(and(eq(accountLink.provider, 'wechat'), eq(accountLink.subject, subject)));
  return rows[0]?.user;
};

export const findProviderOfUser = async (db: Queryable, userId: string): Promise<string | undefined> => {
  const rows = await db
    .select({ subject: accountLink.subject })
    .from(accountLink)
    .where(and(eq(accountLink.provider, 'wechat'), eq(accountLink.userId, userId)));
  return rows[0]?.subject;
};

/**
 * Links a user and a WeChat user. Returns true when the two are linked now, also if they already were; false when one of them is already
 * linked to someone else, also by a concurrent call.
 */
export const linkProvider = async (db: Queryable, link: { userId: string; subject: string; createdAt: number }): Promise<boolean> => {
  await db
    .insert(accountLink)
    .values({ ...link, provider: 'wechat' })
    .onConflictDoNothing();
  return (await findProviderOfUser(db, link.userId)) === link.subject;
};

export const unlinkProvider = async (db: Queryable, userId: string): Promise<void> => {
  await db.delete(accountLink).where(and(eq(accountLink.provider, 'wechat'), eq(accountLink.userId, userId)));
};

/** Deletes expired sign-in attempts and sign-in tickets. Returns how many. */
export const deleteExpiredAttempts = async (db: Queryable, nowMs: number): Promise<number> => {
  const attempts = await db.delete(wechatState).where(lt(wechatState.expiresAt, nowMs));
  const tickets = await db.delete(wechatTicket).where(lt(wechatTicket.expiresAt, nowMs));
  return (attempts.rowCount ?? 0) + (tickets.rowCount ?? 0);
};
