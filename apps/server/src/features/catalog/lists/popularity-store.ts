/** The only SQL that writes `book_popularity`. */

import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

export interface BookPopularity {
  readonly bookId: string;
  readonly readers: number;
  readonly favorites: number;
  readonly score: number;
}

/**
 * Replaces the popularity of all books. Rows that stay the same are not written, because each written row is a change of the catalog, which
 * every process reads. Concurrent processes wait for each other; deleted books are skipped.
 */
export const replacePopularity = async (tx: Transaction, counts: readonly BookPopularity[], now: number): Promise<void> => {
  const bookIds = sql.param(counts.map((each) => each.bookId));
  await tx.execute(sql`lock table book_popularity in share row exclusive mode`);
  await tx.execute(sql`delete from book_popularity where book_id <> all(${bookIds}::text[])`);
  await tx.execute(sql`
    insert into book_popularity (book_id, readers, favorites, score, counted_at)
    select book_id, readers, favorites, score, ${now}
    from unnest(
      ${bookIds}::text[], ${sql.param(counts.map((each) => each.readers))}::int[],
      ${sql.param(counts.map((each) => each.favorites))}::int[], ${sql.param(counts.map((each) => each.score))}::int[]
    ) as counted (book_id, readers, favorites, score)
    where exists (select 1 from book where book.id = counted.book_id)
    on conflict (book_id) do update
      set readers = excluded.readers, favorites = excluded.favorites, score = excluded.score, counted_at = excluded.counted_at
      where (book_popularity.readers, book_popularity.favorites, book_popularity.score)
        is distinct from (excluded.readers, excluded.favorites, excluded.score)`);
};
