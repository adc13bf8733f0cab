/** All SQL of the session table. Each session is one row; its `sid` is the credential that a client presents. */
import type { DeviceCode, Role } from '@shufang/contract';
import { type Queryable, queryPrepared, type Row, type Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { type AccountStatus, type EndReason, SESSION_COLUMNS, type SessionRow, type UserAccount } from '../tables.ts';

export interface SessionWithUser {
  readonly sid: string;
  readonly deviceId: string | null;
  readonly expiresAt: number;
  readonly lastSeenAt: number;
  readonly status: AccountStatus;
  readonly roles: readonly Role[];
  /** Whether the session has passed the second factor. */
  readonly secondFactor: boolean;
}

const FIND_SESSION = {
  name: 'account_find_session',
  text: `select s.sid, s.device_id as "deviceId", s.expires_at as "expiresAt", s.last_seen_at as "lastSeenAt", u.status, s.second_factor as "secondFactor",
      array(select distinct r.role from user_role r where r.user_id = u.id and (r.expires_at is null or r.expires_at > $4::bigint)) as roles
    from session s join user_account u on u.id = s.user_id
    where s.sid = $1 and s.user_id = $2 and s.device_type = $3`,
};

/** Finds a session with its user. It runs at every call of a signed-in user, so its statement is prepared once per connection. */
export const findSession = async (
  db: Queryable,
  { sid, userId, deviceType }: { readonly sid: string; readonly userId: string; readonly deviceType: DeviceCode },
  nowMs: number,
): Promise<SessionWithUser | undefined> => {
  const rows = await queryPrepared<Row<SessionWithUser>>(db, FIND_SESSION, [sid, userId, deviceType, nowMs]);
  return rows[0];
};

/** Locks the user's row until the transaction ends, so that sign-ins of one user run one after another. */
export const lockUser = async (
  tx: Transaction,
  userId: string,
): Promise<Pick<UserAccount, 'status' | 'tel' | 'passwordHash'> | undefined> => {
  const { rows } = await tx.execute<Row<Pick<UserAccount, 'status' | 'tel' | 'passwordHash'>>>(
    sql`select status, tel, password_hash as "passwordHash" from user_account where id = ${userId} for no key update`,
  );
  return rows[0];
};

/** Returns the live sessions of a user on one type of device, oldest first. */
export const listSessionsOfDeviceType = async (
  db: Queryable,
  userId: string,
  deviceType: DeviceCode,
  nowMs: number,
): Promise<SessionRow[]> => {
  const { rows } = await db.execute<Row<SessionRow>>(sql`select ${SESSION_COLUMNS} from session s
    where s.user_id = ${userId} and s.device_type = ${deviceType} and s.expires_at > ${nowMs} order by s.created_at, s.sid`);
  return rows;
};

export const insertSession = async (tx: Transaction, row: SessionRow): Promise<void> => {
  await tx.execute(sql`insert into session (user_id, device_type, sid, device_id, device_name, created_at, expires_at, last_seen_at, public_id,
      token_content, generation, rotated_at, second_factor)
    values (${row.userId}, ${row.deviceType}, ${row.sid}, ${row.deviceId}, ${row.deviceName}, ${row.createdAt}, ${row.expiresAt},
      ${row.lastSeenAt}, ${row.publicId}, ${row.tokenContent}, ${row.generation}, ${row.rotatedAt}, ${row.secondFactor})`);
};

/** Locks the session's row until the transaction ends, so that concurrent calls refresh or end it one after another. */
export const lockSession = async (tx: Transaction, sid: string): Promise<SessionRow | undefined> => {
  const { rows } = await tx.execute<Row<SessionRow>>(sql`select ${SESSION_COLUMNS} from session s where s.sid = ${sid} for update`);
  return rows[0];
};

/** Finds a session by the public id in its access tokens. */
export const findSessionByPublicId = async (db: Queryable, publicId: string): Promise<SessionRow | undefined> => {
  const { rows } = await db.execute<Row<SessionRow>>(sql`select ${SESSION_COLUMNS} from session s where s.public_id = ${publicId}`);
  return rows[0];
};

export const prolongSession = async (
  tx: Transaction,
  sid: string,
  { generation, rotatedAt, expiresAt, lastSeenAt }: Pick<SessionRow, 'generation' | 'rotatedAt' | 'expiresAt' | 'lastSeenAt'>,
): Promise<void> => {
  await tx.execute(sql`update session set generation = ${generation}, rotated_at = ${rotatedAt}, expires_at = ${expiresAt},
      last_seen_at = ${lastSeenAt} where sid = ${sid}`);
};

export const insertEndedSession = async (tx: Transaction, ended: SessionRow, reason: EndReason, nowMs: number): Promise<void> => {
  await tx.execute(sql`insert into ended_session (sid, user_id, reason, ended_at, expires_at)
    values (${ended.sid}, ${ended.userId}, ${reason}, ${nowMs}, ${ended.expiresAt}) on conflict do nothing`);
};

/** Deletes expired sessions, and reasons of ended sessions whose tokens have expired. Returns how many. */
export const deleteExpiredSessions = async (db: Queryable, nowMs: number): Promise<number> => {
  const ended = await db.execute(sql`delete from ended_session where expires_at < ${nowMs}`);
  const live = await db.execute(sql`delete from session where expires_at < ${nowMs}`);
  return (ended.rowCount ?? 0) + (live.rowCount ?? 0);
};

/** Returns why a session ended; undefined after the session would have expired by itself. */
export const findEndReason = async (db: Queryable, sid: string, nowMs: number): Promise<EndReason | undefined> => {
  const { rows } = await db.execute<{ reason: EndReason }>(
    sql`select reason from ended_session where sid = ${sid} and expires_at > ${nowMs}`,
  );
  return rows[0]?.reason;
};

/** Returns the live sessions of a user, the most recently used first. */
export const listLiveSessions = async (db: Queryable, userId: string, nowMs: number): Promise<SessionRow[]> => {
  const { rows } = await db.execute<Row<SessionRow>>(sql`select ${SESSION_COLUMNS} from session s
    where s.user_id = ${userId} and s.expires_at > ${nowMs} order by s.last_seen_at desc, s.device_type`);
  return rows;
};

/** Identifies one session among those of a user. `publicId` absent: by device type and creation time only. */
export interface NamedSession extends Pick<SessionRow, 'userId' | 'deviceType' | 'createdAt'> {
  readonly publicId?: string | undefined;
}

/** Deletes the user's session on this device type that was created at exactly this time, and returns it. */
export const deleteSessionOfDevice = async (
  tx: Transaction,
  { userId, deviceType, createdAt, publicId }: NamedSession,
): Promise<SessionRow | undefined> => {
  const { rows } = await tx.execute<Row<SessionRow>>(sql`delete from session s
    where s.user_id = ${userId} and s.device_type = ${deviceType} and s.created_at = ${createdAt}
      ${publicId === undefined ? sql`` : sql`and s.public_id = ${publicId}`}
    returning ${SESSION_COLUMNS}`);
  return rows[0];
};

/** Deletes the session if it has not ended yet, and returns it. */
export const deleteSessionBySid = async (tx: Transaction, sid: string): Promise<SessionRow | undefined> => {
  const { rows } = await tx.execute<Row<SessionRow>>(sql`delete from session s where s.sid = ${sid} returning ${SESSION_COLUMNS}`);
  return rows[0];
};

export const deleteSessionsOfUser = async (tx: Transaction, userId: string): Promise<SessionRow[]> => {
  const { rows } = await tx.execute<Row<SessionRow>>(sql`delete from session s where s.user_id = ${userId} returning ${SESSION_COLUMNS}`);
  return rows;
};

export const touchSession = async (db: Queryable, sid: string, nowMs: number): Promise<void> => {
  await db.execute(sql`update session set last_seen_at = ${nowMs} where sid = ${sid}`);
};

/** Returns when this session expires; undefined if it has ended. */
export const findSessionExpiry = async (db: Queryable, sid: string): Promise<number | undefined> => {
  const { rows } = await db.execute<{ expiresAt: number }>(sql`select expires_at as "expiresAt" from session where sid = ${sid}`);
  return rows[0]?.expiresAt;
};

/** Returns whether this session is still in force and has not expired. */
export const isSessionLive = async (db: Queryable, sid: string, nowMs: number): Promise<boolean> =>
  ((await findSessionExpiry(db, sid)) ?? 0) > nowMs;
