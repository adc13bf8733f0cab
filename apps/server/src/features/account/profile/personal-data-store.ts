/** The only SQL that reads and erases all data of a user in the tables of the account slice. */
import { eq, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { listGrantedRoles, removeAllRoles } from '../../authorization/user-roles.ts';
import {
  accountLink,
  endedSession,
  providerSignInAttempt,
  secondFactor,
  secondFactorRecoveryCode,
  sentCode,
  session,
  signInTicket,
  userAccount,
  userConsent,
} from '../tables.ts';

const ERASED_NICKNAME = '已注销用户';

/** Returns all data of the user except secrets: passwords are left out, and so are session ids, because a session id is a credential. */
export const readUserData = async (db: Queryable, userId: string) => {
  const [user] = await db.select().from(userAccount).where(eq(userAccount.id, userId));
  const roles = await listGrantedRoles(db, userId);
  const links = await db.select().from(accountLink).where(eq(accountLink.userId, userId));
  const sessions = await db.select().from(session).where(eq(session.userId, userId));
  const ended = await db.select().from(endedSession).where(eq(endedSession.userId, userId));
  const [factor] = await db.select({ confirmedAt: secondFactor.confirmedAt }).from(secondFactor).where(eq(secondFactor.userId, userId));
  const consents = await db.select().from(userConsent).where(eq(userConsent.userId, userId)).orderBy(userConsent.version);
  return {
    account: user && {
      id: user.id,
      tel: user.tel,
      nickname: user.nickname,
      avatar: user.avatar,
      hasPassword: user.passwordHash !== null,
      secondFactorSince: factor?.confirmedAt ?? null,
      status: user.status,
      consentVersion: user.consentVersion,
      closesAt: user.closesAt,
      createdAt: user.createdAt,
      updatedAt: user.updatedAt,
      roles,
      links: links.map(({ provider, subject, createdAt }) => ({ provider, subject, createdAt })),
    },
    sessions: sessions.map(({ deviceType, deviceId, deviceName, createdAt, expiresAt, lastSeenAt }) => ({
      deviceType,
      deviceId,
      deviceName,
      createdAt,
      expiresAt,
      lastSeenAt,
    })),
    endedSessions: ended.map(({ reason, endedAt, expiresAt }) => ({ reason, endedAt, expiresAt })),
    consents: consents.map(({ version, givenAt, network }) => ({ version, givenAt, network })),
  };
};

/** Erases the personal data of a user. The row stays, because orders refer to it; the phone number can be used again. */
export const eraseUser = async (tx: Transaction, userId: string, nowMs: number): Promise<void> => {
  await tx
    .delete(sentCode)
    .where(or(eq(sentCode.askedBy, userId), eq(sentCode.target, sql`(select tel from user_account where id = ${userId})`)));
  await removeAllRoles(tx, userId);
  await tx.delete(accountLink).where(eq(accountLink.userId, userId));
  await tx.delete(providerSignInAttempt).where(eq(providerSignInAttempt.userId, userId));
  await tx.delete(signInTicket).where(eq(signInTicket.userId, userId));
  await tx.delete(session).where(eq(session.userId, userId));
  await tx.delete(endedSession).where(eq(endedSession.userId, userId));
  await tx.delete(secondFactorRecoveryCode).where(eq(secondFactorRecoveryCode.userId, userId));
  await tx.delete(secondFactor).where(eq(secondFactor.userId, userId));
  await tx.delete(userConsent).where(eq(userConsent.userId, userId));
  const gone = {
    tel: null,
    nickname: ERASED_NICKNAME,
    avatar: '',
    passwordHash: null,
    passwordPublished: null,
    status: 'closed',
    consentVersion: 0,
    closesAt: null,
  } as const;
  await tx
    .update(userAccount)
    .set({ ...gone, updatedAt: sql`case when status = 'closed' then updated_at else ${nowMs} end` })
    .where(eq(userAccount.id, userId));
};
