/** Deletes books of the demo library; other books are only unpublished. */

import { type Database, sqlStateOf } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/**
 * SQLSTATE with which PostgreSQL refuses to delete a row that others refer to (https://www.postgresql.org/docs/15/errcodes-appendix.html).
 */
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Deletes a book with its versions and all dependent rows. Returns false if a permanent row refers to it, for example an activation
 * code.
 */
export const deleteBook = async (db: Database, bookId: string): Promise<boolean> => {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`update book set current_version_id = null where id = ${bookId}`);
      await tx.execute(sql`delete from book where id = ${bookId}`);
    });
    return true;
  } catch (error) {
    if (sqlStateOf(error) === FOREIGN_KEY_VIOLATION) return false;
    throw error;
  }
};
