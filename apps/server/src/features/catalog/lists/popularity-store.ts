/** The only SQL that writes `book_popularity`. */

import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

export interface BookPopularity {
  readonly bookId: string;
  readonly readers: number;
  readonly favorites: number;
  readonly score: number;
}

/** Replaces the popularity of all books. Concurrent processes wait for each other; deleted books are skipped. */
export const replacePopularity = async (tx: Transaction, counts: readonly BookPopularity[], now: number): Promise<void> => {
  await tx.execute(sql`lock table book_popularity in share row exclusive mode`);
  await tx.execute(sql`delete from book_popularity`);
  await tx.execute(sql`
    insert into book_popularity (book_id, readers, favorites, score, counted_at)
    select book_id, readers, favorites, score, ${now}
    from unnest(
      ${sql.param(counts.map((each) => each.bookId))}::text[], ${sql.param(counts.map((each) => each.readers))}::int[],
      ${sql.param(counts.map((each) => each.favorites))}::int[], ${sql.param(counts.map((each) => each.score))}::int[]
    ) as counted (book_id, readers, favorites, score)
    where exists (select 1 from book where book.id = counted.book_id)`);
};
