/** Requests to anchor the annotations of a book in its current version. The only SQL on `reanchor_request`. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';

/** Requests it if the book has annotations. The request exists only if the transaction of `db` commits. */
export const requestReanchoring = async (db: Queryable, bookId: string): Promise<void> => {
  await db.execute(sql`
    insert into reanchor_request (book_id) select ${bookId}::text where exists (select 1 from annotation where book_id = ${bookId})
    on conflict (book_id) do update set requests = reanchor_request.requests + 1`);
};

/** Returns books with a request. */
export const listReanchorRequests = async (db: Queryable, limit: number): Promise<string[]> => {
  const { rows } = await db.execute<{ book_id: string }>(sql`select book_id from reanchor_request order by book_id limit ${limit}`);
  return rows.map((row) => row.book_id);
};

/** Returns the number of requests for a book; 0 if there is none. */
export const countReanchorRequests = async (db: Queryable, bookId: string): Promise<number> => {
  const { rows } = await db.execute<{ requests: number }>(sql`select requests from reanchor_request where book_id = ${bookId}`);
  return rows[0]?.requests ?? 0;
};

/** Deletes the request unless another one has arrived since there were `requests`. */
export const finishReanchoring = async (db: Queryable, bookId: string, requests: number): Promise<void> => {
  await db.execute(sql`delete from reanchor_request where book_id = ${bookId} and requests = ${requests}`);
};
