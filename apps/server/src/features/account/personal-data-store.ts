/** The only SQL that reads and erases a whole person in the tables of the account slice. */
import { eq, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { accountLink, endedSession, sentCode, session, userAccount, userConsent, userRole, wechatState } from './tables.ts';

const ERASED_NICKNAME = '已注销用户';

/** Everything but secrets: no password, no name of a session (who has it is signed in). */
export const readPerson = async (db: Queryable, userId: string) => {
  const [user] = await db.select().from(userAccount).where(eq(userAccount.id, userId));
  const roles = await db.select().from(userRole).where(eq(userRole.userId, userId));
  const links = await db.select().from(accountLink).where(eq(accountLink.userId, userId));
  const sessions = await db.select().from(session).where(eq(session.userId, userId));
  const ended = await db.select().from(endedSession).where(eq(endedSession.userId, userId));
  const consents = await db.select().from(userConsent).where(eq(userConsent.userId, userId)).orderBy(userConsent.version);
  return {
    account: user && {
      id: user.id,
      tel: user.tel,
      nickname: user.nickname,
      avatar: user.avatar,
      hasPassword: user.passwordHash !== null,
      status: user.status,
      consentVersion: user.consentVersion,
      closesAt: user.closesAt,
      createdAt: user.createdAt,
      updatedAt: user.updatedAt,
      roles: roles.map(({ role, scope, grantedAt }) => ({ role, scope, grantedAt })),
      links: links.map(({ provider, subject, createdAt }) => ({ provider, subject, createdAt })),
    },
    sessions: sessions.map(({ userId: _userId, sid: _sid, ...shown }) => shown),
    endedSessions: ended.map(({ reason, endedAt, expiresAt }) => ({ reason, endedAt, expiresAt })),
    consents: consents.map(({ version, givenAt, network }) => ({ version, givenAt, network })),
  };
};

/** The row stays for the accounts of what was bought, without the person; the number is free again. */
export const erasePerson = async (tx: Transaction, userId: string, nowMs: number): Promise<void> => {
  await tx
    .delete(sentCode)
    .where(or(eq(sentCode.askedBy, userId), eq(sentCode.target, sql`(select tel from user_account where id = ${userId})`)));
  await tx.delete(userRole).where(eq(userRole.userId, userId));
  await tx.delete(accountLink).where(eq(accountLink.userId, userId));
  await tx.delete(wechatState).where(eq(wechatState.userId, userId));
  await tx.delete(session).where(eq(session.userId, userId));
  await tx.delete(endedSession).where(eq(endedSession.userId, userId));
  await tx.delete(userConsent).where(eq(userConsent.userId, userId));
  const gone = {
    tel: null,
    nickname: ERASED_NICKNAME,
    avatar: '',
    passwordHash: null,
    status: 'closed',
    consentVersion: 0,
    closesAt: null,
  } as const;
  await tx
    .update(userAccount)
    .set({ ...gone, updatedAt: sql`case when status = 'closed' then updated_at else ${nowMs} end` })
    .where(eq(userAccount.id, userId));
};
