/** The only SQL that touches sessions. One row a person and device type; whoever holds its `sid` is signed in. */
import type { DeviceCode, Role } from '@shufang/contract';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import { type AccountStatus, type EndReason, endedSession, type SessionRow, session, userAccount, userRole } from './tables.ts';

export interface SessionWithUser {
  readonly sid: string;
  readonly expiresAt: number;
  readonly lastSeenAt: number;
  readonly status: AccountStatus;
  readonly roles: readonly Role[];
}

/** Asked at every call of a signed-in person, so it is prepared once a connection. */
export const prepareFindSession = (
  orm: Database['orm'],
): ((userId: string, deviceType: DeviceCode, nowMs: number) => Promise<SessionWithUser | undefined>) => {
  const query = orm
    .select({
      sid: session.sid,
      expiresAt: session.expiresAt,
      lastSeenAt: session.lastSeenAt,
      status: userAccount.status,
      roles: sql<Role[]>`array(select distinct ${userRole.role} from ${userRole} where ${userRole.userId} = ${userAccount.id}
        and (${userRole.expiresAt} is null or ${userRole.expiresAt} > ${sql.placeholder('nowMs')}::bigint))`,
    })
    .from(session)
    .innerJoin(userAccount, eq(userAccount.id, session.userId))
    .where(and(eq(session.userId, sql.placeholder('userId')), eq(session.deviceType, sql.placeholder('deviceType'))))
    .prepare('account_find_session');
  return async (userId, deviceType, nowMs) => {
    const rows = await query.execute({ userId, deviceType, nowMs });
    return rows[0];
  };
};

/** Holds the person's row until the transaction ends, so that sign-ins of one person go one after another. */
export const lockUser = async (
  tx: Transaction,
  userId: string,
): Promise<{ readonly status: AccountStatus; readonly tel: string | null; readonly passwordHash: string | null } | undefined> => {
  const { status, tel, passwordHash } = userAccount;
  const rows = await tx.select({ status, tel, passwordHash }).from(userAccount).where(eq(userAccount.id, userId)).for('no key update');
  return rows[0];
};

export const findSessionOfDeviceType = async (db: Queryable, userId: string, deviceType: DeviceCode): Promise<SessionRow | undefined> => {
  const rows = await db
    .select()
    .from(session)
    .where(and(eq(session.userId, userId), eq(session.deviceType, deviceType)));
  return rows[0];
};

/** Takes over the row of this person and device type. */
export const putSession = async (tx: Transaction, row: SessionRow): Promise<void> => {
  const { userId: _userId, deviceType: _deviceType, ...taken } = row;
  await tx
    .insert(session)
    .values(row)
    .onConflictDoUpdate({ target: [session.userId, session.deviceType], set: taken });
};

export const insertEndedSession = async (tx: Transaction, ended: SessionRow, reason: EndReason, nowMs: number): Promise<void> => {
  await tx.delete(endedSession).where(lt(endedSession.expiresAt, nowMs));
  await tx
    .insert(endedSession)
    .values({ sid: ended.sid, userId: ended.userId, reason, endedAt: nowMs, expiresAt: ended.expiresAt })
    .onConflictDoNothing();
};

/** Deletes how sessions ended whose tokens have expired by themselves, and sessions past their end; answers how many. */
export const deleteExpiredSessions = async (db: Queryable, nowMs: number): Promise<number> => {
  const ended = await db.delete(endedSession).where(lt(endedSession.expiresAt, nowMs));
  const live = await db.delete(session).where(lt(session.expiresAt, nowMs));
  return (ended.rowCount ?? 0) + (live.rowCount ?? 0);
};

export const findEndReason = async (db: Queryable, sid: string): Promise<EndReason | undefined> => {
  const rows = await db.select({ reason: endedSession.reason }).from(endedSession).where(eq(endedSession.sid, sid));
  return rows[0]?.reason;
};

/** The live sessions of a person, the one used last first. */
export const listLiveSessions = (db: Queryable, userId: string, nowMs: number): Promise<SessionRow[]> =>
  db
    .select()
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, nowMs)))
    .orderBy(desc(session.lastSeenAt), session.deviceType);

/** Removes the session of this device type that began at this very moment, and answers what it was. */
export const deleteSessionOfDevice = async (
  tx: Transaction,
  device: Pick<SessionRow, 'userId' | 'deviceType' | 'createdAt'>,
): Promise<SessionRow | undefined> => {
  const { userId, deviceType, createdAt } = device;
  const rows = await tx
    .delete(session)
    .where(and(eq(session.userId, userId), eq(session.deviceType, deviceType), eq(session.createdAt, createdAt)))
    .returning();
  return rows[0];
};

/** Removes the session if it is still live and answers what it was. */
export const deleteSessionBySid = async (tx: Transaction, sid: string): Promise<SessionRow | undefined> => {
  const rows = await tx.delete(session).where(eq(session.sid, sid)).returning();
  return rows[0];
};

export const deleteSessionsOfUser = (tx: Transaction, userId: string): Promise<SessionRow[]> =>
  tx.delete(session).where(eq(session.userId, userId)).returning();

export const touchSession = async (db: Queryable, sid: string, nowMs: number): Promise<void> => {
  await db.update(session).set({ lastSeenAt: nowMs }).where(eq(session.sid, sid));
};

/** When this session ends by itself, if it is still the one in force. */
export const findSessionExpiry = async (db: Queryable, sid: string): Promise<number | undefined> => {
  const rows = await db.select({ expiresAt: session.expiresAt }).from(session).where(eq(session.sid, sid));
  return rows[0]?.expiresAt;
};

/** Whether this session is still the one in force and not past its end. */
export const isSessionLive = async (db: Queryable, sid: string, nowMs: number): Promise<boolean> =>
  ((await findSessionExpiry(db, sid)) ?? 0) > nowMs;
