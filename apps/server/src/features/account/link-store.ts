/** The only SQL that touches who is known elsewhere (WeChat), the walks there and back, and the tickets between. */
import { and, eq, lt } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { accountLink, type UserAccount, userAccount, wechatState, wechatTicket } from './tables.ts';

export type WechatWalk = typeof wechatState.$inferSelect;
export type WechatTicket = typeof wechatTicket.$inferSelect;

export const insertWechatWalk = async (db: Queryable, walk: WechatWalk, nowMs: number): Promise<void> => {
  await db.delete(wechatState).where(lt(wechatState.expiresAt, nowMs));
  await db.insert(wechatState).values(walk);
};

/** Takes the walk away, so that of two ends at once only one is looked at. */
export const takeWechatWalk = async (db: Queryable, state: string): Promise<WechatWalk | undefined> => {
  const rows = await db.delete(wechatState).where(eq(wechatState.state, state)).returning();
  return rows[0];
};

export const insertWechatTicket = async (db: Queryable, ticket: WechatTicket, nowMs: number): Promise<void> => {
  await db.delete(wechatTicket).where(lt(wechatTicket.expiresAt, nowMs));
  await db.insert(wechatTicket).values(ticket);
};

export const findWechatTicket = async (db: Queryable, ticketHash: string): Promise<WechatTicket | undefined> => {
  const rows = await db.select().from(wechatTicket).where(eq(wechatTicket.ticketHash, ticketHash));
  return rows[0];
};

/** True for the one caller that uses the ticket up. */
export const useWechatTicket = async (tx: Transaction, ticketHash: string): Promise<boolean> => {
  const rows = await tx.delete(wechatTicket).where(eq(wechatTicket.ticketHash, ticketHash)).returning({ hash: wechatTicket.ticketHash });
  return rows.length === 1;
};

/** Whose account this WeChat person is tied to. */
export const findUserByWechat = async (db: Queryable, subject: string): Promise<UserAccount | undefined> => {
  const rows = await db
    .select({ user: userAccount })
    .from(accountLink)
    .innerJoin(userAccount, eq(userAccount.id, accountLink.userId))
    .where(and(eq(accountLink.provider, 'wechat'), eq(accountLink.subject, subject)));
  return rows[0]?.user;
};

export const findWechatOfUser = async (db: Queryable, userId: string): Promise<string | undefined> => {
  const rows = await db
    .select({ subject: accountLink.subject })
    .from(accountLink)
    .where(and(eq(accountLink.provider, 'wechat'), eq(accountLink.userId, userId)));
  return rows[0]?.subject;
};

/** True when the two are tied now, also if they were before; false when either is tied to another, by a call at the same moment too. */
export const tieWechat = async (db: Queryable, link: { userId: string; subject: string; createdAt: number }): Promise<boolean> => {
  await db
    .insert(accountLink)
    .values({ ...link, provider: 'wechat' })
    .onConflictDoNothing();
  return (await findWechatOfUser(db, link.userId)) === link.subject;
};

export const untieWechat = async (db: Queryable, userId: string): Promise<void> => {
  await db.delete(accountLink).where(and(eq(accountLink.provider, 'wechat'), eq(accountLink.userId, userId)));
};

/** Deletes walks and tickets that nobody can use any more; answers how many. */
export const deleteExpiredWechat = async (db: Queryable, nowMs: number): Promise<number> => {
  const walks = await db.delete(wechatState).where(lt(wechatState.expiresAt, nowMs));
  const tickets = await db.delete(wechatTicket).where(lt(wechatTicket.expiresAt, nowMs));
  return (walks.rowCount ?? 0) + (tickets.rowCount ?? 0);
};
