/** The days of books for which reading time has changed since their statistics were counted. */
import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export interface BookDay {
  readonly bookId: string;
  readonly day: string;
}

/** Records that the statistics of these days have to be counted again. The caller has changed the times in the same transaction. */
export const markStaleDays = async (tx: Transaction, days: readonly BookDay[]): Promise<void> => {
  const [bookIds, dates] = [days.map(({ bookId }) => bookId), days.map(({ day }) => day)];
  await tx.execute(sql`
    insert into stale_day (book_id, day)
    select distinct book_id, day from unnest(${sql.param(bookIds)}::text[], ${sql.param(dates)}::text[]) as d (book_id, day) order by 1, 2
    on conflict (book_id, day) do nothing`);
};

/** Returns whether days up to `day` of a book have to be counted again. */
export const hasStaleDays = async (db: Queryable, bookId: string, day: string): Promise<boolean> =>
  (await db.execute(sql`select 1 from stale_day where book_id = ${bookId} and day <= ${day} limit 1`)).rows.length > 0;

/** Takes one day that has to be counted again; undefined if there is none. Days that other processes count are left to them. */
export const takeStaleDay = async (tx: Transaction): Promise<BookDay | undefined> => {
  const { rows } = await tx.execute<Row<BookDay>>(sql`
    delete from stale_day where (book_id, day) = (select book_id, day from stale_day order by day, book_id limit 1 for update skip locked)
    returning book_id as "bookId", day`);
  return rows[0];
};
