/** All SQL of the session table. Each session is one row; its `sid` is the credential that a client presents. */
import type { DeviceCode, Role } from '@shufang/contract';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';
import { type AccountStatus, type EndReason, endedSession, type SessionRow, session, userAccount } from '../tables.ts';

export interface SessionWithUser {
  readonly sid: string;
  readonly expiresAt: number;
  readonly lastSeenAt: number;
  readonly status: AccountStatus;
  readonly roles: readonly Role[];
  /** Whether the session has passed the second factor. */
  readonly secondFactor: boolean;
}

/**
 * Returns the function that finds a session with its user. It runs at every call of a signed-in user, so its statement is prepared once per
 * connection.
 */
export const prepareFindSession = (
  orm: Database['orm'],
): ((
  session: { readonly sid: string; readonly userId: string; readonly deviceType: DeviceCode },
  nowMs: number,
) => Promise<SessionWithUser | undefined>) => {
  const query = orm
    .select({
      sid: session.sid,
      expiresAt: session.expiresAt,
      lastSeenAt: session.lastSeenAt,
      status: userAccount.status,
      secondFactor: session.secondFactor,
      roles: sql<Role[]>`array(select distinct r.role from user_role r where r.user_id = ${userAccount.id}
        and (r.expires_at is null or r.expires_at > ${sql.placeholder('nowMs')}::bigint))`,
    })
    .from(session)
    .innerJoin(userAccount, eq(userAccount.id, session.userId))
    .where(
      and(
        eq(session.sid, sql.placeholder('sid')),
        eq(session.userId, sql.placeholder('userId')),
        eq(session.deviceType, sql.placeholder('deviceType')),
      ),
    )
    .prepare('account_find_session');
  return async ({ sid, userId, deviceType }, nowMs) => {
    const rows = await query.execute({ sid, userId, deviceType, nowMs });
    return rows[0];
  };
};

/** Locks the user's row until the transaction ends, so that sign-ins of one user run one after another. */
export const lockUser = async (
  tx: Transaction,
  userId: string,
): Promise<{ readonly status: AccountStatus; readonly tel: string | null; readonly passwordHash: string | null } | undefined> => {
  const { status, tel, passwordHash } = userAccount;
  const rows = await tx.select({ status, tel, passwordHash }).from(userAccount).where(eq(userAccount.id, userId)).for('no key update');
  return rows[0];
};

/** Returns the live sessions of a user on one type of device, oldest first. */
export const listSessionsOfDeviceType = (db: Queryable, userId: string, deviceType: DeviceCode, nowMs: number): Promise<SessionRow[]> =>
  db
    .select()
    .from(session)
    .where(and(eq(session.userId, userId), eq(session.deviceType, deviceType), gt(session.expiresAt, nowMs)))
    .orderBy(session.createdAt, session.sid);

export const insertSession = async (tx: Transaction, row: SessionRow): Promise<void> => {
  await tx.insert(session).values(row);
};

/** Locks the session's row until the transaction ends, so that concurrent calls refresh or end it one after another. */
export const lockSession = async (tx: Transaction, sid: string): Promise<SessionRow | undefined> => {
  const rows = await tx.select().from(session).where(eq(session.sid, sid)).for('update');
  return rows[0];
};

/** Finds a session by the public id in its access tokens. */
export const findSessionByPublicId = async (db: Queryable, publicId: string): Promise<SessionRow | undefined> => {
  const rows = await db.select().from(session).where(eq(session.publicId, publicId));
  return rows[0];
};

export const prolongSession = async (
  tx: Transaction,
  sid: string,
  changed: Pick<SessionRow, 'generation' | 'rotatedAt' | 'expiresAt' | 'lastSeenAt'>,
): Promise<void> => {
  await tx.update(session).set(changed).where(eq(session.sid, sid));
};

export const insertEndedSession = async (tx: Transaction, ended: SessionRow, reason: EndReason, nowMs: number): Promise<void> => {
  await tx
    .insert(endedSession)
    .values({ sid: ended.sid, userId: ended.userId, reason, endedAt: nowMs, expiresAt: ended.expiresAt })
    .onConflictDoNothing();
};

/** Deletes expired sessions, and reasons of ended sessions whose tokens have expired. Returns how many. */
export const deleteExpiredSessions = async (db: Queryable, nowMs: number): Promise<number> => {
  const ended = await db.delete(endedSession).where(lt(endedSession.expiresAt, nowMs));
  const live = await db.delete(session).where(lt(session.expiresAt, nowMs));
  return (ended.rowCount ?? 0) + (live.rowCount ?? 0);
};

/** Returns why a session ended; undefined after the session would have expired by itself. */
export const findEndReason = async (db: Queryable, sid: string, nowMs: number): Promise<EndReason | undefined> => {
  const rows = await db
    .select({ reason: endedSession.reason })
    .from(endedSession)
    .where(and(eq(endedSession.sid, sid), gt(endedSession.expiresAt, nowMs)));
  return rows[0]?.reason;
};

/** Returns the live sessions of a user, the most recently used first. */
export const listLiveSessions = (db: Queryable, userId: string, nowMs: number): Promise<SessionRow[]> =>
  db
    .select()
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, nowMs)))
    .orderBy(desc(session.lastSeenAt), session.deviceType);

/** Identifies one session among those of a user. `publicId` absent: by device type and creation time only. */
export interface NamedSession extends Pick<SessionRow, 'userId' | 'deviceType' | 'createdAt'> {
  readonly publicId?: string | undefined;
}

/** Deletes the user's session on this device type that was created at exactly this time, and returns it. */
export const deleteSessionOfDevice = async (
  tx: Transaction,
  { userId, deviceType, createdAt, publicId }: NamedSession,
): Promise<SessionRow | undefined> => {
  const rows = await tx
    .delete(session)
    .where(
      and(
        eq(session.userId, userId),
        eq(session.deviceType, deviceType),
        eq(session.createdAt, createdAt),
        publicId === undefined ? undefined : eq(session.publicId, publicId),
      ),
    )
    .returning();
  return rows[0];
};

/** Deletes the session if it has not ended yet, and returns it. */
export const deleteSessionBySid = async (tx: Transaction, sid: string): Promise<SessionRow | undefined> => {
  const rows = await tx.delete(session).where(eq(session.sid, sid)).returning();
  return rows[0];
};

export const deleteSessionsOfUser = (tx: Transaction, userId: string): Promise<SessionRow[]> =>
  tx.delete(session).where(eq(session.userId, userId)).returning();

export const touchSession = async (db: Queryable, sid: string, nowMs: number): Promise<void> => {
  await db.update(session).set({ lastSeenAt: nowMs }).where(eq(session.sid, sid));
};

/** Returns when this session expires; undefined if it has ended. */
export const findSessionExpiry = async (db: Queryable, sid: string): Promise<number | undefined> => {
  const rows = await db.select({ expiresAt: session.expiresAt }).from(session).where(eq(session.sid, sid));
  return rows[0]?.expiresAt;
};

/** Returns whether this session is still in force and has not expired. */
export const isSessionLive = async (db: Queryable, sid: string, nowMs: number): Promise<boolean> =>
  ((await findSessionExpiry(db, sid)) ?? 0) > nowMs;
