/** SQL that counts the numbers of the dashboard over the books of an access scope. */
import { LIMITS } from '@shufang/contract';
import type { Queryable, Row } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { type SQL, sql } from '../../../platform/sql.ts';
import { isBookInScope } from '../../publication/versions/publisher-scope.ts';
import type { WeekUsers } from '../reader-counts.ts';
import type { TimeSpan } from '../work-counts.ts';

type Scope = AccessScope | undefined;

const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;
const RECORDED = sql.raw('not exists (select 1 from time_recording o where o.user_id = w.user_id and not o.is_on)');
const readingOf = (scope: Scope): SQL => sql`
  reader_week w cross join lateral unnest(w.seconds) as r (seconds) where ${isBookInScope(sql`w.book_id`, scope)} and ${RECORDED}`;

/** Returns the readers of each week up to `last`, with the ids of at most four of them. */
export const listScopeWeeks = async (db: Queryable, scope: Scope, last: string): Promise<WeekUsers[]> => {
  const { rows } = await db.execute<Row<WeekUsers>>(sql`
    select week, count(*)::int as readers, (array_agg(user_id order by user_id))[1:4] as "userIds" from (
      select w.week, w.user_id from ${readingOf(scope)} and w.week <= ${last}
      group by w.week, w.user_id having sum(r.seconds) >= ${LIMITS.readerSecondsMin}) readers
    group by week order by week`);
  return rows;
};

/** Counts the readers in some weeks; new readers read for the first time in `first` or later. */
export const countScopeReaders = async (db: Queryable, scope: Scope, weeks: readonly string[], first: string) => {
  const { rows } = await db.execute<Row<{ readers: number; newReaders: number; seconds: number }>>(sql`
    with readers as (
      select w.user_id, sum(r.seconds) as seconds from ${readingOf(scope)} and w.week = any(${texts(weeks)})
      group by w.user_id having sum(r.seconds) >= ${LIMITS.readerSecondsMin})
    select count(*)::int as readers, coalesce(sum(seconds), 0)::bigint as seconds, (count(*) filter (where not exists (
      select 1 from reader_week w where w.user_id = readers.user_id and w.week < ${first}
        and ${isBookInScope(sql`w.book_id`, scope)})))::int as "newReaders"
    from readers`);
  return rows[0] ?? { readers: 0, newReaders: 0, seconds: 0 };
};

/** Returns the books with most readers in some weeks, and at least as many as may be shown. */
export const listMostRead = async (db: Queryable, scope: Scope, weeks: readonly string[]): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select book_id as id from (
      select w.book_id, w.user_id from ${readingOf(scope)} and w.week = any(${texts(weeks)})
      group by w.book_id, w.user_id having sum(r.seconds) >= ${LIMITS.readerSecondsMin}) readers
    group by book_id having count(*) >= ${LIMITS.usersShownMin} order by count(*) desc, book_id limit ${LIMITS.statisticsListMax}`);
  return rows.map(({ id }) => id);
};

/** Returns the books of which anything was sold, refunded or received in a period. */
export const listSoldBooks = async (db: Queryable, scope: Scope, { from, until }: TimeSpan): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select i.book_id as id from order_item i join purchase_order o on o.no = i.order_no where o.paid_at >= ${from} and o.paid_at < ${until}
      union select i.book_id from order_item i join order_refund f on f.order_no = i.order_no
        where f.status = 'succeeded' and f.finished_at >= ${from} and f.finished_at < ${until}
      union select book_id from royalty_receipt_share) sold
    where ${isBookInScope(sql`sold.id`, scope)} order by id`);
  return rows.map(({ id }) => id);
};

export const countBooks = async (db: Queryable, scope: Scope, { from, until }: TimeSpan) => {
  const { rows } = await db.execute<Row<{ published: number; added: number; draft: number; offShelf: number }>>(sql`
    select (count(*) filter (where b.shelf_state = 'published'))::int as published, (count(*) filter (where b.shelf_state = 'draft'))::int as draft,
      (count(*) filter (where b.shelf_state = 'offShelf'))::int as "offShelf",
      (count(*) filter (where b.published_at >= ${from} and b.published_at < ${until}))::int as added
    from book b where ${isBookInScope(sql`b.id`, scope)}`);
  return rows[0] ?? { published: 0, added: 0, draft: 0, offShelf: 0 };
};

/** Returns when codes of books and of sales were first bound in a period. */
export const listBoundCodes = async (db: Queryable, scope: Scope, { from, until }: TimeSpan): Promise<number[]> => {
  const { rows } = await db.execute<Row<{ at: number }>>(sql`
    select c.bound_at as at from activation_code c join code_batch b on b.id = c.batch_id
    where b.purpose in ('printedBook', 'sales') and c.bound_at >= ${from} and c.bound_at < ${until} and ${isBookInScope(sql`b.book_id`, scope)}`);
  return rows.map(({ at }) => at);
};

/** Counts the first trials in a period: users, trials, and trials after which the user obtained the book by payment or code. */
export const countTrials = async (db: Queryable, scope: Scope, { from, until }: TimeSpan) => {
  const { rows } = await db.execute<Row<{ users: number; trials: number; obtained: number }>>(sql`
    select count(distinct t.user_id)::int as users, count(*)::int as trials, (count(*) filter (where exists (
      select 1 from entitlement e where e.user_id = t.user_id and e.book_id = t.book_id and e.source in ('order', 'code', 'claim')
        and e.starts_at >= t.first_at)))::int as obtained
    from trial_opening t where t.first_at >= ${from} and t.first_at < ${until} and ${isBookInScope(sql`t.book_id`, scope)}`);
  return rows[0] ?? { users: 0, trials: 0, obtained: 0 };
};

/** Returns whether reading or sales of a book in scope were simulated for the demo. */
export const hasSimulated = async (db: Queryable, scope: Scope): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select 1 from (select book_id from simulated_book union select book_id from royalty_book where is_simulated) s
    where ${isBookInScope(sql`s.book_id`, scope)} limit 1`);
  return rows.length > 0;
};
