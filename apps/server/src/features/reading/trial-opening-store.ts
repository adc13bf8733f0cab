/** The only SQL of `trial_opening`: when users first opened a book as a trial. */
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export const recordTrial = async (db: Queryable, userId: string, bookId: string, now: number): Promise<void> => {
  await db.execute(
    sql`insert into trial_opening (user_id, book_id, first_at) values (${userId}, ${bookId}, ${now}) on conflict do nothing`,
  );
};

/** Inserts simulated trials of a book; `users`: who opened it, and when. */
export const insertTrials = async (
  db: Queryable,
  bookId: string,
  users: readonly { readonly userId: string; readonly at: number }[],
): Promise<void> => {
  await db.execute(sql`
    insert into trial_opening (user_id, book_id, first_at) select t ->> 'userId', ${bookId}, (t ->> 'at')::bigint
    from jsonb_array_elements(${JSON.stringify(users)}::jsonb) as t on conflict do nothing`);
};

/** Returns who tried a book, the earliest first. */
export const listTrialsOfBook = async (db: Queryable, bookId: string): Promise<{ readonly userId: string; readonly at: number }[]> =>
  (
    await db.execute<{ userId: string; at: number }>(sql`
      select user_id as "userId", first_at as at from trial_opening where book_id = ${bookId} order by first_at, user_id`)
  ).rows;

export const listTrialsOf = async (db: Queryable, userId: string): Promise<unknown[]> =>
  (
    await db.execute(sql`
      select book_id as "bookId", first_at as "firstAt" from trial_opening where user_id = ${userId} order by first_at, book_id`)
  ).rows;

export const deleteTrialsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from trial_opening where user_id = ${userId}`);
};
