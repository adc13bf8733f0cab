/** Indexes the pinyin of chapter titles for books imported before this index existed. */

import type { Database } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { reindexBook } from './reindex-book.ts';

/** Books are updated in batches, because each transaction publishes one change of the catalog. */
const BOOKS_PER_TRANSACTION = 20;

/** Updates every book without the index. Safe to run in several processes and to stop at any time. */
export const reindexTitlesWithoutPinyin = async (deps: { readonly db: Database }, signal: AbortSignal): Promise<void> => {
  for (let hasMore = true; hasMore; signal.throwIfAborted()) {
    hasMore = await deps.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select s.book_id as id from book_search s join book b on b.id = s.book_id
        where s.pinyin is null and b.current_version_id is not null limit ${BOOKS_PER_TRANSACTION} for update of s skip locked`);
      for (const { id } of rows) await reindexBook(tx, id);
      return rows.length > 0;
    });
  }
};
