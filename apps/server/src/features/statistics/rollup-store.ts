/** SQL that counts the statistics of one day of a book from the reading time of users. Every statement gives the same result when repeated. */
import { LIMITS } from '@shufang/contract';
import { addDays, mondayOf } from '../../platform/china-time.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { BookDay } from '../reading-time/stale-days.ts';

/** Replaces the week of every user who read on the day. */
export const putReaderWeeks = async (tx: Transaction, { bookId, day }: BookDay): Promise<void> => {
  const monday = mondayOf(day);
  await tx.execute(sql`
    insert into reader_week as w (user_id, book_id, version_id, week, documents, seconds, days)
    with days as (
      select user_id, version_id, document, day, sum(seconds) as seconds from block_time
      where book_id = ${bookId} and day >= ${monday} and day <= ${addDays(monday, 6)}
        and user_id in (select user_id from block_time where book_id = ${bookId} and day = ${day})
      group by user_id, version_id, document, day),
    documents as (
      select user_id, version_id, document, sum(seconds)::int as seconds,
        bit_or(case when seconds >= ${LIMITS.chapterReaderSecondsMin} then 1 << (day::date - ${monday}::date) else 0 end) as days
      from days group by user_id, version_id, document)
    select user_id, ${bookId}, version_id, ${monday}, array_agg(document::smallint order by document),
      array_agg(seconds order by document), array_agg(days::smallint order by document)
    from documents group by user_id, version_id
    on conflict (version_id, week, user_id) do update
      set documents = excluded.documents, seconds = excluded.seconds, days = excluded.days
    where (w.documents, w.seconds, w.days) is distinct from (excluded.documents, excluded.seconds, excluded.days)`);
};

/** Adds the blocks that users read on the day to those that they have read before. */
export const addSeenBlocks = async (tx: Transaction, { bookId, day }: BookDay): Promise<void> => {
  await tx.execute(sql`
    insert into reader_seen as r (user_id, book_id, version_id, documents, seen)
    with blocks as (
      select t.user_id, t.version_id, t.document, b.n, sum(b.seconds) as seconds
      from block_time t cross join lateral unnest(t.block_seconds) with ordinality as b (seconds, n)
      where t.book_id = ${bookId} and t.day = ${day} group by t.user_id, t.version_id, t.document, b.n),
    documents as (
      select user_id, version_id, document::smallint,
        string_agg(case when seconds >= ${LIMITS.blockSecondsMin} then '1' else '0' end, '' order by n)::bit varying as seen
      from blocks group by user_id, version_id, document)
    select user_id, ${bookId}, version_id, array_agg(document order by document), array_agg(seen order by document)
    from documents group by user_id, version_id
    on conflict (book_id, version_id, user_id) do update set (documents, seen) = (
      select array_agg(document order by document), array_agg(seen order by document) from (
        select coalesce(n.document, o.document) as document,
          case when length(o.seen) = length(n.seen) then o.seen | n.seen else coalesce(n.seen, o.seen) end as seen
        from unnest(r.documents, r.seen) as o (document, seen)
          full join unnest(excluded.documents, excluded.seen) as n (document, seen) on n.document = o.document) as each)`);
};

/** Deletes what was counted about users who have switched the recording off. */
export const deleteUnrecorded = async (tx: Transaction, bookId: string): Promise<void> => {
  const off = sql`user_id in (select user_id from time_recording where not is_on)`;
  await tx.execute(sql`delete from reader_week where book_id = ${bookId} and ${off}`);
  await tx.execute(sql`delete from reader_seen where book_id = ${bookId} and ${off}`);
};

/**
 * Returns whether the book still exists: reading time outlives it. Until the end of the transaction no other process counts days of the book:
 * two days of a week change the same rows, and the later one must read what the earlier one has stored.
 */
export const lockBook = async (tx: Transaction, bookId: string): Promise<boolean> =>
  (await tx.execute(sql`select 1 from book where id = ${bookId} for no key update`)).rows.length > 0;

export const deleteStatisticsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`delete from reader_week where user_id = ${userId}`);
  await tx.execute(sql`delete from reader_seen where user_id = ${userId}`);
};

/** Returns everything that is stored about the user, for the data export. */
export const readStatisticsData = async (
  db: Queryable,
  userId: string,
): Promise<{ readonly weeks: unknown[]; readonly seen: unknown[] }> => {
  const weeks = await db.execute(sql`
    select book_id as "bookId", version_id as "versionId", week, documents, seconds, days from reader_week where user_id = ${userId}
    order by week, book_id, version_id`);
  const seen = await db.execute(sql`
    select book_id as "bookId", version_id as "versionId", documents, seen::text[] as seen from reader_seen where user_id = ${userId}
    order by book_id, version_id`);
  return { weeks: weeks.rows, seen: seen.rows };
};
