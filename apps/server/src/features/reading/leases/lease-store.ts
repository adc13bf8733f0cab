/** The only SQL on `offline_lease`: which device of a user may store which version of a book. */
import type { LeaseRecord } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { READING_LIMITS } from '../limits.ts';

export interface StoredLease extends Omit<LeaseRecord, 'isThis'> {
  readonly deviceId: string;
}

/** A lease that counts among the devices of its book. */
export interface CountedLease extends StoredLease {
  /** When the user removed the copy, UTC ms; null: the lease is in force. */
  readonly releasedAt: number | null;
  /** When the place is free at the latest, UTC ms. */
  readonly freeAt: number;
}

type LeaseRow = Record<string, unknown> & StoredLease;

const columns = sql`id, book_id as "bookId", version_id as "versionId", device_id as "deviceId", device_type as "deviceType",
  device_name as "deviceName", issued_at as "issuedAt", expires_at as "expiresAt"`;

/** Serializes the changes of the leases of one user until the transaction ends, so that concurrent calls respect the number of devices. */
export const lockLeasesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`offline leases ${userId}`}, 0))`);
};

/** Returns the leases of a user that have not expired, the newest first. */
export const listLeasesOf = async (db: Queryable, userId: string, now: number): Promise<StoredLease[]> => {
  const { rows } = await db.execute<LeaseRow>(
    sql`select ${columns} from offline_lease where user_id = ${userId} and released_at is null and expires_at > ${now}::bigint
      order by issued_at desc, id desc`,
  );
  return rows;
};

/** When the place of a lease is free: a day after its text was deleted, or when the lease expires on a device that has not reported it. */
const freeAt = sql`coalesce(deleted_at + ${READING_LIMITS.leaseReleaseAfterMs}::bigint, expires_at)`;

/** Returns the leases of a book that count among its devices: those in force, and those whose place is not free yet. */
export const listCountedLeases = async (db: Queryable, userId: string, bookId: string, now: number): Promise<CountedLease[]> => {
  const { rows } = await db.execute<LeaseRow & CountedLease>(sql`
    select ${columns}, released_at as "releasedAt", ${freeAt} as "freeAt" from offline_lease
    where user_id = ${userId} and book_id = ${bookId} and ${freeAt} > ${now}::bigint`);
  return rows;
};

/**
 * Ends a lease of the user. On the device itself, which deletes the text, `deviceId` is that of the lease; on another device the lease counts
 * until its own device reports the deletion, or until it expires.
 */
export const endLease = async (
  db: Queryable,
  {
    userId,
    id,
    deviceId,
    now,
  }: { readonly userId: string; readonly id: string; readonly deviceId: string | undefined; readonly now: number },
): Promise<void> => {
  await db.execute(sql`
    update offline_lease set released_at = coalesce(released_at, ${now}::bigint),
      deleted_at = case when device_id = ${deviceId ?? null} then coalesce(deleted_at, ${now}::bigint) else deleted_at end
    where user_id = ${userId} and id = ${id}`);
};

/** Records that a device deletes the texts of released leases, when the response says that they have ended. */
export const confirmDeletion = async (
  db: Queryable,
  {
    userId,
    ids,
    deviceId,
    now,
  }: { readonly userId: string; readonly ids: readonly string[]; readonly deviceId: string; readonly now: number },
): Promise<void> => {
  await db.execute(sql`
    update offline_lease set deleted_at = ${now} where user_id = ${userId} and device_id = ${deviceId} and released_at is not null
      and deleted_at is null and id = any(${sql.param([...ids])}::text[])`);
};

/** Adds a lease. An expired or released one of the same device and version is replaced. */
export const addLease = async (tx: Transaction, userId: string, lease: StoredLease): Promise<void> => {
  const { id, bookId, versionId, deviceId, deviceType, deviceName, issuedAt, expiresAt } = lease;
  await tx.execute(sql`
    insert into offline_lease (id, user_id, book_id, version_id, device_id, device_type, device_name, issued_at, expires_at)
    values (${id}, ${userId}, ${bookId}, ${versionId}, ${deviceId}, ${deviceType}, ${deviceName}, ${issuedAt}, ${expiresAt})
    on conflict (user_id, version_id, device_id) do update set id = excluded.id, device_type = excluded.device_type,
      device_name = excluded.device_name, issued_at = excluded.issued_at, expires_at = excluded.expires_at, released_at = null,
      deleted_at = null`);
};

/** Sets the expiry of a lease. Returns false if the lease was released or deleted in the meantime. */
export const setLeaseExpiry = async (db: Queryable, id: string, expiresAt: number): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`update offline_lease set expires_at = ${expiresAt} where id = ${id} and released_at is null`);
  return rowCount === 1;
};

/** Returns those of the books whose text may be on a device of the user: until a removed copy is deleted there, or its lease expires. */
export const listLeasedBooks = async (db: Queryable, userId: string, bookIds: readonly string[], now: number): Promise<string[]> => {
  const { rows } = await db.execute<{ bookId: string }>(sql`
    select distinct book_id as "bookId" from offline_lease
    where user_id = ${userId} and book_id = any(${sql.param([...bookIds])}::text[]) and deleted_at is null
      and expires_at > ${now}::bigint`);
  return rows.map(({ bookId }) => bookId);
};

/** Deletes those of the leases that belong to the user. */
export const deleteLeases = async (db: Queryable, userId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await db.execute(sql`delete from offline_lease where user_id = ${userId} and id = any(${sql.param([...ids])}::text[])`);
};

export const deleteLeasesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from offline_lease where user_id = ${userId}`);
};

/** Deletes leases that neither are in force nor count among the devices of their book; returns their number. */
export const forgetExpiredLeases = async ({
  db,
  clock,
}: {
  readonly db: { readonly orm: Queryable };
  readonly clock: { now(): number };
}): Promise<number> => {
  const { rowCount } = await db.orm.execute(sql`delete from offline_lease where ${freeAt} <= ${clock.now()}::bigint`);
  return rowCount ?? 0;
};
