/** SQL that counts the statistics of one day of a book from the reading time of users. Every statement gives the same result when repeated. */
import { LIMITS } from '@shufang/contract';
import { addDays, mondayOf } from '../../platform/china-time.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { BookDay } from '../reading-time/stale-days.ts';

/** Seconds of each user in each block on the day, over all devices. */
const blocksOf = ({ bookId, day }: BookDay) => sql`
  select t.user_id, t.version_id, t.document, b.n, sum(b.seconds) as seconds
  from block_time t cross join lateral unnest(t.block_seconds) with ordinality as b (seconds, n)
  where t.book_id = ${bookId} and t.day = ${day} group by t.user_id, t.version_id, t.document, b.n`;

/** Replaces the rows of all users together. */
export const putChapterDays = async (tx: Transaction, { bookId, day }: BookDay): Promise<void> => {
  await tx.execute(sql`delete from chapter_day where book_id = ${bookId} and day = ${day}`);
  await tx.execute(sql`
    insert into chapter_day (book_id, version_id, document, day, readers, seconds, block_readers, block_seconds)
    with users as (
      select version_id, document, user_id, sum(seconds) as seconds from block_time where book_id = ${bookId} and day = ${day}
      group by version_id, document, user_id),
    totals as (
      select version_id, document, count(*) filter (where seconds >= ${LIMITS.chapterReaderSecondsMin}) as readers, sum(seconds) as seconds
      from users group by version_id, document),
    blocks as (
      select version_id, document, n, count(*) filter (where seconds >= ${LIMITS.blockSecondsMin}) as readers, sum(seconds) as seconds
      from (${blocksOf({ bookId, day })}) each group by version_id, document, n),
    arrays as (
      select version_id, document, array_agg(least(readers, 32767)::smallint order by n) as readers,
        array_agg(seconds::int order by n) as seconds
      from blocks group by version_id, document)
    select ${bookId}, t.version_id, t.document, ${day}, t.readers, t.seconds, coalesce(a.readers, '{}'), coalesce(a.seconds, '{}')
    from totals t left join arrays a using (version_id, document)`);
};

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
    on conflict (book_id, week, user_id, version_id) do update
      set documents = excluded.documents, seconds = excluded.seconds, days = excluded.days
    where (w.documents, w.seconds, w.days) is distinct from (excluded.documents, excluded.seconds, excluded.days)`);
};

/** Adds the blocks that users read on the day to those that they have read before. */
export const addSeenBlocks = async (tx: Transaction, bookDay: BookDay): Promise<void> => {
  await tx.execute(sql`
    insert into reader_seen as r (user_id, book_id, version_id, document, seen)
    select user_id, ${bookDay.bookId}, version_id, document,
      string_agg(case when seconds >= ${LIMITS.blockSecondsMin} then '1' else '0' end, '' order by n)::bit varying
    from (${blocksOf(bookDay)}) each group by user_id, version_id, document
    on conflict (book_id, version_id, document, user_id) do update
      set seen = case when length(r.seen) = length(excluded.seen) then r.seen | excluded.seen else excluded.seen end`);
};

/** Deletes what was counted about users who have switched the recording off. */
export const deleteUnrecorded = async (tx: Transaction, bookId: string): Promise<void> => {
  const off = sql`user_id in (select user_id from time_recording where not is_on)`;
  await tx.execute(sql`delete from reader_week where book_id = ${bookId} and ${off}`);
  await tx.execute(sql`delete from reader_seen where book_id = ${bookId} and ${off}`);
};

/** Returns whether the book still exists: reading time outlives it. */
export const hasBook = async (tx: Transaction, bookId: string): Promise<boolean> =>
  (await tx.execute(sql`select 1 from book where id = ${bookId} for key share`)).rows.length > 0;

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
    select book_id as "bookId", version_id as "versionId", document, seen::text as seen from reader_seen where user_id = ${userId}
    order by book_id, version_id, document`);
  return { weeks: weeks.rows, seen: seen.rows };
};
