/** The only SQL on `offline_lease`: which device of a user may store which version of a book. */
import type { LeaseRecord } from '@shufang/contract';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

export interface StoredLease extends Omit<LeaseRecord, 'isThis'> {
  readonly deviceId: string;
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
    sql`select ${columns} from offline_lease where user_id = ${userId} and expires_at > ${now}::bigint order by issued_at desc, id desc`,
  );
  return rows;
};

/** Adds a lease. An expired one of the same device and version is replaced. */
export const addLease = async (tx: Transaction, userId: string, lease: StoredLease): Promise<void> => {
  const { id, bookId, versionId, deviceId, deviceType, deviceName, issuedAt, expiresAt } = lease;
  await tx.execute(sql`
    insert into offline_lease (id, user_id, book_id, version_id, device_id, device_type, device_name, issued_at, expires_at)
    values (${id}, ${userId}, ${bookId}, ${versionId}, ${deviceId}, ${deviceType}, ${deviceName}, ${issuedAt}, ${expiresAt})
    on conflict (user_id, version_id, device_id) do update set id = excluded.id, device_type = excluded.device_type,
      device_name = excluded.device_name, issued_at = excluded.issued_at, expires_at = excluded.expires_at`);
};

/** Sets the expiry of a lease. Returns false if the lease was deleted in the meantime. */
export const setLeaseExpiry = async (db: Queryable, id: string, expiresAt: number): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`update offline_lease set expires_at = ${expiresAt} where id = ${id}`);
  return rowCount === 1;
};

/** Returns those of the books of which a device of the user has a lease in force. */
export const listLeasedBooks = async (db: Queryable, userId: string, bookIds: readonly string[], now: number): Promise<string[]> => {
  const { rows } = await db.execute<{ bookId: string }>(sql`
    select distinct book_id as "bookId" from offline_lease
    where user_id = ${userId} and book_id = any(${sql.param([...bookIds])}::text[]) and expires_at > ${now}::bigint`);
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

/** Deletes expired leases; returns their number. */
export const forgetExpiredLeases = async ({
  db,
  clock,
}: {
  readonly db: { readonly orm: Queryable };
  readonly clock: { now(): number };
}): Promise<number> => {
  const { rowCount } = await db.orm.execute(sql`delete from offline_lease where expires_at <= ${clock.now()}::bigint`);
  return rowCount ?? 0;
};
