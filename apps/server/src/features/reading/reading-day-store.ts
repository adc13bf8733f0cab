/** The only SQL on `reading_day`: seconds of active reading by user, device, book and day. */
import type { ReadingDay } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { SIMULATED_DEVICE } from './reading-days.ts';

/** Saves the sums of a device; a stored greater sum stays, because a device's sum only grows. Returns how many rows are new or greater. */
export const saveReadingDays = async (db: Queryable, userId: string, deviceId: string, days: readonly ReadingDay[]): Promise<number> => {
  if (days.length === 0) return 0;
  const rows = sql.join(
    days.map(({ bookId, day, seconds }) => sql`(${userId}, ${deviceId}, ${bookId}, ${day}, ${seconds}::int)`),
    sql`, `,
  );
  const { rowCount } = await db.execute(sql`
    insert into reading_day (user_id, device_id, book_id, day, seconds) values ${rows}
    on conflict (user_id, day, book_id, device_id) do update set seconds = excluded.seconds where reading_day.seconds < excluded.seconds`);
  return rowCount ?? 0;
};

/** Returns the seconds of each day over all books and devices, latest day first; at most 86,400 seconds a day. */
export const listSecondsByDay = async (db: Queryable, userId: string): Promise<{ day: string; seconds: number }[]> => {
  const { rows } = await db.execute<{ day: string; seconds: number }>(sql`
    select day, least(86400, sum(seconds))::int as seconds from reading_day where user_id = ${userId} group by day order by day desc`);
  return rows;
};

/** Returns the seconds by book on one day, longest first. */
export const listSecondsOfDay = async (db: Queryable, userId: string, day: string): Promise<{ bookId: string; seconds: number }[]> => {
  const { rows } = await db.execute<{ bookId: string; seconds: number }>(sql`
    select book_id as "bookId", least(86400, sum(seconds))::int as seconds from reading_day
    where user_id = ${userId} and day = ${day} group by book_id order by 2 desc, 1`);
  return rows;
};

/** Inserts simulated reading of a book, added up by user and day. */
export const insertSimulatedDays = async (
  tx: Transaction,
  bookId: string,
  times: readonly { readonly userId: string; readonly day: string; readonly seconds: number }[],
): Promise<void> => {
  await tx.execute(sql`
    insert into reading_day (user_id, device_id, book_id, day, seconds)
    select t ->> 'userId', ${SIMULATED_DEVICE}, ${bookId}, t ->> 'day', least(86400, sum((t ->> 'seconds')::int))
    from jsonb_array_elements(${JSON.stringify(times)}::jsonb) as t group by 1, 4 on conflict do nothing`);
};

export const readReadingDays = async (db: Queryable, userId: string): Promise<Record<string, unknown>[]> => {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select day, book_id as "bookId", device_id as "deviceId", seconds from reading_day where user_id = ${userId} order by day, book_id, device_id`);
  return rows;
};

export const deleteReadingDaysOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from reading_day where user_id = ${userId}`);
};
