/** SQL that counts the use of the licenses of an institution by month. */
import type { Queryable, Row } from '../../../platform/database.ts';
import { type SQL, sql } from '../../../platform/sql.ts';

export interface UseCount {
  /** Id of the license; the empty text for all books of the institution. */
  readonly licenseId: string;
  /** The empty text for all months together. */
  readonly month: string;
  readonly readers: number;
  readonly titleRequests: number;
  readonly itemRequests: number;
  readonly seconds: number;
}

export interface UseScope {
  readonly institutionId: string;
  readonly from: string;
  readonly to: string;
}

/** The first and last month in which a license `l` is in force, in China. */
const monthOfTime = (ms: SQL): SQL => sql`to_char(to_timestamp(${ms} / 1000) at time zone 'Asia/Shanghai', 'YYYY-MM')`;

const usesOf = ({ institutionId, from, to }: UseScope): SQL =>
  sql`u.institution_id = ${institutionId} and u.month >= ${from} and u.month <= ${to}`;

/**
 * Counts the use of each license and of all books together, by month and over all months. A license counts its own books in the months of
 * its term. Seconds of readers who have switched the recording off are not counted.
 */
export const countLicenseUse = async (db: Queryable, scope: UseScope): Promise<UseCount[]> => {
  const { rows } = await db.execute<Row<UseCount>>(sql`
    with uses as (
      select u.month, u.book_id, u.user_id, u.title_requests, u.item_requests, coalesce((
          select sum(d.seconds) from reading_day d where d.user_id = u.user_id and d.book_id = u.book_id
            and d.day >= u.month || '-01' and d.day <= u.month || '-31'
            and not exists (select 1 from time_recording o where o.user_id = u.user_id and not o.is_on)), 0) as seconds
      from license_use u where ${usesOf(scope)}),
    of_licenses as (
      select l.id as license_id, u.* from institution_license l join uses u on (l.scope = 'all' or u.book_id = any(l.book_ids))
        and u.month between ${monthOfTime(sql`l.starts_at`)} and ${monthOfTime(sql`(l.ends_at - 1)`)}
      where l.institution_id = ${scope.institutionId}
      union all select '', u.* from uses u)
    select license_id as "licenseId", coalesce(month, '') as month, count(distinct user_id)::int as readers,
      sum(title_requests)::int as "titleRequests", sum(item_requests)::int as "itemRequests", sum(seconds)::bigint as seconds
    from of_licenses group by grouping sets ((license_id, month), (license_id))`);
  return rows;
};

export interface BookUse {
  readonly bookId: string;
  readonly month: string;
  readonly readers: number;
  readonly titleRequests: number;
  readonly itemRequests: number;
}

/** Counts the requests of each book in each month. */
export const countBookUse = async (db: Queryable, scope: UseScope): Promise<BookUse[]> => {
  const { rows } = await db.execute<Row<BookUse>>(sql`
    select u.book_id as "bookId", u.month, count(*)::int as readers, sum(u.title_requests)::int as "titleRequests",
      sum(u.item_requests)::int as "itemRequests"
    from license_use u where ${usesOf(scope)} group by u.book_id, u.month order by u.book_id, u.month`);
  return rows;
};

/** Counts the different readers of some books in a month. */
export const countReadersOf = async (db: Queryable, institutionId: string, month: string, bookIds: readonly string[]): Promise<number> => {
  const { rows } = await db.execute<{ readers: number }>(sql`
    select count(distinct user_id)::int as readers from license_use
    where institution_id = ${institutionId} and month = ${month} and book_id = any(${sql.param([...bookIds])}::text[])`);
  return rows[0]?.readers ?? 0;
};

/** Returns whether part of the use of an institution was simulated for the demo. */
export const isUseSimulated = async (db: Queryable, institutionId: string): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select 1 from license_use u join simulated_book s on s.book_id = u.book_id where u.institution_id = ${institutionId} limit 1`);
  return rows.length > 0;
};
