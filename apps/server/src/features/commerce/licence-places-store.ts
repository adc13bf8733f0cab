/** The only SQL of `licence_seat` and `licence_reader`: who reads by an institution's licence where their number is limited. */
import { LIMITS } from '@shufang/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { LicencePlaces } from './resolve-access.ts';

/** Columns of a licence `l` with what is taken of it, and what this person holds. */
export interface PlacesRow extends Record<string, unknown> {
  id: string;
  seats: number | null;
  seats_taken: number;
  has_seat: boolean;
  concurrent: number | null;
  reading: number;
  is_reading: boolean;
}

export const placesAt = (now: number, userId: string | undefined): SQL => {
  const seat = sql`licence_seat s where s.licence_id = l.id and s.last_at > ${now - LIMITS.licenceSeatIdleMs}::bigint`;
  const place = sql`licence_reader r where r.licence_id = l.id and r.last_at > ${now - LIMITS.licencePlaceMs}::bigint`;
  return sql`l.seats, l.concurrent,
    case when l.seats is null then 0 else (select count(*) from ${seat})::int end as seats_taken,
    case when l.seats is null then false else exists (select 1 from ${seat} and s.user_id = ${userId ?? null}) end as has_seat,
    case when l.concurrent is null then 0 else (select count(*) from ${place})::int end as reading,
    case when l.concurrent is null then false else exists (select 1 from ${place} and r.user_id = ${userId ?? null}) end as is_reading`;
};

export const placesOf = (row: PlacesRow): LicencePlaces => ({
  ...(row.seats === null ? {} : { seats: { limit: row.seats, taken: row.seats_taken, isMine: row.has_seat } }),
  ...(row.concurrent === null ? {} : { readers: { limit: row.concurrent, taken: row.reading, isMine: row.is_reading } }),
});

/** Who takes a place in one of these licences comes one after the other, until the transaction ends. */
export const lockPlaces = async (tx: Transaction, licenceIds: readonly string[]): Promise<void> => {
  for (const id of [...new Set(licenceIds)].toSorted())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`licence places ${id}`}, 0))`);
};

/** Also a sign of reading for places the person has. */
export const takePlaces = async (tx: Transaction, licenceId: string, userId: string, wanted: LicencePlaces, now: number): Promise<void> => {
  if (wanted.seats !== undefined)
    await tx.execute(sql`
      insert into licence_seat (licence_id, user_id, taken_at, last_at) values (${licenceId}, ${userId}, ${now}, ${now})
      on conflict (licence_id, user_id) do update set last_at = excluded.last_at,
        taken_at = case when licence_seat.last_at > ${now - LIMITS.licenceSeatIdleMs}::bigint then licence_seat.taken_at else excluded.taken_at end`);
  if (wanted.readers !== undefined)
    await tx.execute(sql`
      insert into licence_reader (licence_id, user_id, last_at) values (${licenceId}, ${userId}, ${now})
      on conflict (licence_id, user_id) do update set last_at = excluded.last_at`);
};

/** A sign of reading keeps the places a person has; one that was given up is not taken again. */
export const keepPlaces = async (db: Queryable, userId: string, now: number): Promise<void> => {
  await db.execute(sql`
    update licence_reader set last_at = ${now} where user_id = ${userId} and last_at > ${now - LIMITS.licencePlaceMs}::bigint`);
  await db.execute(sql`
    update licence_seat set last_at = ${now} where user_id = ${userId} and last_at > ${now - LIMITS.licenceSeatIdleMs}::bigint`);
};

export interface HeldSeat extends Record<string, unknown> {
  institution: string;
  takenAt: number;
  lastAt: number;
}

export const listSeatsOf = async (db: Queryable, userId: string): Promise<HeldSeat[]> => {
  const { rows } = await db.execute<HeldSeat>(sql`
    select i.name as institution, s.taken_at as "takenAt", s.last_at as "lastAt"
    from licence_seat s join institution_licence l on l.id = s.licence_id join institution i on i.id = l.institution_id
    where s.user_id = ${userId} order by s.taken_at, l.id`);
  return rows;
};

export const deletePlacesOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from licence_seat where user_id = ${userId}`);
  await tx.execute(sql`delete from licence_reader where user_id = ${userId}`);
};
