/** Requests to anchor the annotations of a book in its current version. The only SQL on `reanchor_request`. */

import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

/** Requests it if the book has annotations. The request exists only if the transaction of `db` commits. */
export const requestReanchoring = async (db: Queryable, bookId: string): Promise<void> => {
  await db.execute(sql`
    insert into reanchor_request (book_id) select ${bookId}::text where exists (select 1 from annotation where book_id = ${bookId})
    on conflict (book_id) do update set requests = reanchor_request.requests + 1`);
};

/** Delay of the second attempt, and the maximum delay: each attempt doubles it. */
const RETRY_MS = 60_000;
const RETRY_MAX_MS = 3_600_000;

/** Returns books with a request whose time has come. */
export const listReanchorRequests = async (db: Queryable, nowMs: number, limit: number): Promise<string[]> => {
  const { rows } = await db.execute<{ book_id: string }>(
    sql`select book_id from reanchor_request where not_before <= ${nowMs} order by not_before, book_id limit ${limit}`,
  );
  return rows.map((row) => row.book_id);
};

/** Returns whether annotations of the book wait to be anchored. */
export const isReanchoringRequested = async (db: Queryable, bookId: string): Promise<boolean> => {
  const { rows } = await db.execute(sql`select 1 from reanchor_request where book_id = ${bookId}`);
  return rows.length > 0;
};

/** Counts an attempt, which delays the next one. Returns the number of requests for the book; 0 if there is none. */
export const beginReanchoring = async (db: Queryable, bookId: string, nowMs: number): Promise<number> => {
  const { rows } = await db.execute<{ requests: number }>(sql`
    update reanchor_request set attempts = attempts + 1,
      not_before = ${nowMs}::bigint + least(${RETRY_MS} * power(2, least(attempts, 20)), ${RETRY_MAX_MS})::bigint
    where book_id = ${bookId} returning requests`);
  return rows[0]?.requests ?? 0;
};

/** Deletes the request; if another one has arrived since there were `requests`, it can be processed at once. */
export const finishReanchoring = async (db: Queryable, bookId: string, requests: number): Promise<void> => {
  await db.execute(sql`delete from reanchor_request where book_id = ${bookId} and requests = ${requests}`);
  await db.execute(sql`update reanchor_request set attempts = 0, not_before = 0 where book_id = ${bookId}`);
};
