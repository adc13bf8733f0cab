/** The only SQL of `institution_reading`: books that users opened through their institution. */

import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export const noteInstitutionReading = async (db: Queryable, userId: string, bookId: string, now: number): Promise<void> => {
  await db.execute(sql`
    insert into institution_reading (user_id, book_id, first_at, last_at) values (${userId}, ${bookId}, ${now}, ${now})
    on conflict (user_id, book_id) do update set last_at = greatest(institution_reading.last_at, excluded.last_at)`);
};

export interface InstitutionReading extends Record<string, unknown> {
  bookId: string;
  firstAt: number;
  lastAt: number;
}

/** Lists the books that the user opened through an institution, the most recently opened first. */
export const listInstitutionReadings = async (db: Queryable, userId: string): Promise<InstitutionReading[]> => {
  const { rows } = await db.execute<InstitutionReading>(sql`
    select book_id as "bookId", first_at as "firstAt", last_at as "lastAt" from institution_reading
    where user_id = ${userId} order by last_at desc, book_id`);
  return rows;
};

export const deleteInstitutionReadingsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from institution_reading where user_id = ${userId}`);
};
