/** Pinyin of the chapters of books that were imported before these were found by it. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { reindexBook } from './reindex-book.ts';

/** A change of the catalogue is told once a transaction. */
const BOOKS_A_TRANSACTION = 20;

/** Every book that waits. Safe to run in several processes and to be stopped at any time. */
export const indexOlderTitles = async (deps: { readonly db: Database }, signal: AbortSignal): Promise<void> => {
  for (let isLeft = true; isLeft; signal.throwIfAborted()) {
    isLeft = await deps.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select s.book_id as id from book_search s join book b on b.id = s.book_id
        where s.pinyin is null and b.current_version_id is not null limit ${BOOKS_A_TRANSACTION} for update of s skip locked`);
      for (const { id } of rows) await reindexBook(tx, id);
      return rows.length > 0;
    });
  }
};
