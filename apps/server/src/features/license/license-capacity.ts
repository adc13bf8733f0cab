/** The only SQL on `license_seat` and `license_reader`: the seats and concurrent slots of licenses with limited capacity. */

import type { Queryable, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import type { LicenseCapacity } from './license-in-force.ts';
import { LICENSE_LIMITS } from './limits.ts';

/** Columns of a license `l` with its limits, how much of them is in use, and what this user holds. */
export interface CapacityRow extends Record<string, unknown> {
  id: string;
  seats: number | null;
  seats_taken: number;
  has_seat: boolean;
  concurrent: number | null;
  reading: number;
  is_reading: boolean;
}

export const capacityColumns = (now: number, userId: string | undefined): SQL => {
  const seat = sql`license_seat s where s.license_id = l.id and s.last_at > ${now - LICENSE_LIMITS.licenseSeatIdleMs}::bigint`;
  const slot = sql`license_reader r where r.license_id = l.id and r.last_at > ${now - LICENSE_LIMITS.licenseSlotIdleMs}::bigint`;
  return sql`l.seats, l.concurrent,
    case when l.seats is null then 0 else (select count(*) from ${seat})::int end as seats_taken,
    case when l.seats is null then false else exists (select 1 from ${seat} and s.user_id = ${userId ?? null}) end as has_seat,
    case when l.concurrent is null then 0 else (select count(*) from ${slot})::int end as reading,
    case when l.concurrent is null then false else exists (select 1 from ${slot} and r.user_id = ${userId ?? null}) end as is_reading`;
};

export const toCapacity = (row: CapacityRow): LicenseCapacity => ({
  ...(row.seats === null ? {} : { seats: { limit: row.seats, taken: row.seats_taken, isMine: row.has_seat } }),
  ...(row.concurrent === null ? {} : { readers: { limit: row.concurrent, taken: row.reading, isMine: row.is_reading } }),
});

/** Locks the seats of these licenses until the transaction ends, so that concurrent callers take seats one after the other. */
export const lockSeats = async (tx: Transaction, licenseIds: readonly string[]): Promise<void> => {
  for (const id of [...new Set(licenseIds)].toSorted())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`license places ${id}`}, 0))`);
};

/** Takes a seat and a concurrent slot if the license limits them. Renews those that the user already holds. */
export const takeSeats = async (
  tx: Transaction,
  licenseId: string,
  userId: string,
  wanted: LicenseCapacity,
  now: number,
): Promise<void> => {
  if (wanted.seats !== undefined)
    await tx.execute(sql`
      insert into license_seat (license_id, user_id, taken_at, last_at) values (${licenseId}, ${userId}, ${now}, ${now})
      on conflict (license_id, user_id) do update set last_at = excluded.last_at,
        taken_at = case when license_seat.last_at > ${now - LICENSE_LIMITS.licenseSeatIdleMs}::bigint then license_seat.taken_at else excluded.taken_at end`);
  if (wanted.readers !== undefined)
    await tx.execute(sql`
      insert into license_reader (license_id, user_id, last_at) values (${licenseId}, ${userId}, ${now})
      on conflict (license_id, user_id) do update set last_at = excluded.last_at`);
};

/** Renews the seats and slots that the user holds. An expired one is not renewed. */
export const renewSeats = async (db: Queryable, userId: string, now: number): Promise<void> => {
  await db.execute(sql`
    update license_reader set last_at = ${now} where user_id = ${userId} and last_at > ${now - LICENSE_LIMITS.licenseSlotIdleMs}::bigint`);
  await db.execute(sql`
    update license_seat set last_at = ${now} where user_id = ${userId} and last_at > ${now - LICENSE_LIMITS.licenseSeatIdleMs}::bigint`);
};

export interface HeldSeat extends Record<string, unknown> {
  institution: string;
  takenAt: number;
  lastAt: number;
}

export const listSeatsOf = async (db: Queryable, userId: string): Promise<HeldSeat[]> => {
  const { rows } = await db.execute<HeldSeat>(sql`
    select i.name as institution, s.taken_at as "takenAt", s.last_at as "lastAt"
    from license_seat s join institution_license l on l.id = s.license_id join institution i on i.id = l.institution_id
    where s.user_id = ${userId} order by s.taken_at, l.id`);
  return rows;
};

export const deleteSeatsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from license_seat where user_id = ${userId}`);
  await tx.execute(sql`delete from license_reader where user_id = ${userId}`);
};
